### Le parole del sito in italiano. Gli esiti e la frase pubblicata sono in report/lang.rs.

site-name = Appello dei server MCP
site-description = Che cosa hanno fatto i server MCP remoti quando sono stati interpellati, con le prove.
skip-to-content = Vai al contenuto
nav-label = Pagine
nav-start = Inizio
nav-servers = Tutti i server
nav-categories = Categorie
nav-reasons = Esiti e motivi
nav-changes = Che cosa è cambiato
nav-checked = Come viene verificata questa directory
languages-label = Lingue
footer-snapshot = Un'istantanea del { $when }: ogni server è stato interpellato in un solo momento e ora può comportarsi in modo diverso.
footer-correction = Chiedi una correzione o la rimozione
