### Le parole delle pagine in italiano. Gli esiti e la frase pubblicata sono in report/lang.rs; motivi e significati in
### words.it.ftl.

## La cornice

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

## Numeri

seconds =
    { $count ->
        [one] { $count } secondo
       *[other] { $count } secondi
    }
milliseconds =
    { $count ->
        [one] { $count } millisecondo
       *[other] { $count } millisecondi
    }
size-mib = { $count } MiB
size-kib = { $count } KiB
size-bytes = { $count } byte
times =
    { $count ->
        [one] { $count } volta
       *[other] { $count } volte
    }
tools-count =
    { $count ->
        [0] nessuno strumento
        [one] { $count } strumento
       *[other] { $count } strumenti
    }
remotes-count = { $count } endpoint
and-more =
    { $count ->
        [one] e un altro
       *[other] e altri { $count }
    }

## La pagina iniziale

failures-title = Errori
deadline-differs = In questa esecuzione una richiesta poteva durare { $here }; la frase pubblicata dice { $worded }.
run-unfinished = Questa esecuzione non è conclusa: sono riportati { $told } endpoint su { $listed }.
source-cut-short = L'elenco delle voci si è interrotto prima della fine:
total-servers = server
total-entries = voci
total-remotes = endpoint elencati
total-urls = URL distinti
total-answered = hanno risposto
total-login = richiedono l'accesso
total-failed = errori
total-not-probed = non verificati
total-flaky = cambiati alla seconda verifica
frequent-causes = I motivi più frequenti
all-reasons = Tutti gli esiti e i motivi
copies-title = Per i programmi
copies-feed = feed dei cambiamenti
charts-title = Grafici
more-ways = Altri percorsi

## Elenchi

list-count =
    { $count ->
        [0] nessun server
       *[other] { $count } server
    }
list-page = pagina { $page } di { $pages }
list-pages = Pagine di questo elenco
list-previous = Precedente
list-next = Successiva
remotes-and-servers = Un server può elencare più endpoint e ciascuno conta da solo. Un server compare nell'elenco di ogni esito avuto da uno dei suoi endpoint.
column-outcome = Esito
column-why = Motivo
column-remotes = Endpoint
column-urls = URL
column-servers = Server
column-category = Categoria
categories-intro = Otto scaffali secondo lo scopo del server. Un server che non rientra in nessuno resta senza categoria.
categories-rule-link = La regola
categories-without =
    { $count ->
        [one] { $count } server non ha categoria.
       *[other] { $count } server non hanno categoria.
    }
hosts-title = Host con molte voci
hosts-intro =
    { $count ->
        [one] Host sui quali è elencato almeno { $count } endpoint.
       *[other] Host sui quali sono elencati almeno { $count } endpoint.
    }
host-one-at-a-time = A un host si invia una richiesta alla volta, qualunque sia il numero delle sue voci.
tool-sets-title = Elenchi di strumenti comuni a molti server
tool-sets-intro =
    { $count ->
        [one] Elenchi di strumenti che almeno { $count } server riporta in modo identico: gateway, modelli e copie.
       *[other] Elenchi di strumenti che almeno { $count } server riportano in modo identico: gateway, modelli e copie.
    }
tool-set-title =
    { $count ->
        [one] Un elenco di { $count } strumento ({ $digest })
       *[other] Un elenco di { $count } strumenti ({ $digest })
    }
tool-set-left-out = escluso dalle categorie
tool-set-left-out-long = Tanti server elencano esattamente questi strumenti che essi non dicono nulla del singolo server: i loro nomi non contano quando si assegnano le categorie.

## La pagina di un server

what-to-do = Che cosa fare:
rule-source = Fonte:
server-remotes =
    { $count ->
        [one] Elenca { $count } endpoint.
       *[other] Elenca { $count } endpoint; il migliore è indicato per primo.
    }
other-remotes = Altri endpoint e versioni
no-url = nessun URL
fact-when = Quando
fact-rule = Secondo quale regola
fact-transport = Trasporto
fact-status = Stato
fact-rpc-error = Errore JSON-RPC
fact-entry-version = Versione della voce
fact-flaky = Cambiato
fact-name = Nome
fact-title = Titolo
fact-version = Versione
fact-protocol = Versione del protocollo
fact-registry-status = Stato nel registro
fact-repository = Repository
flaky-means = Una seconda verifica alla fine dell'esecuzione ha visto un altro esito.
rule-status = Decide lo stato HTTP della risposta a { $request }, prima del corpo.
rule-result = Decide il risultato nella risposta a { $request }.
rule-event = È arrivato l'evento che { $request } attende.
rule-error = Decide l'errore JSON-RPC nella risposta a { $request }.
rule-no-reply = Non è arrivata alcuna risposta HTTP completa a { $request }.
rule-deadline = La risposta a { $request } non è arrivata per intero entro il tempo limite.
rule-body = La risposta a { $request } era completa e decide il suo corpo.
rule-before-contact = Deciso prima di contattare chiunque.
server-says = Che cosa il server dice di sé
not-said = non indicato
empty = vuoto
login-title = Accesso
login-pointer = OAuth
login-schemes = Schemi
tools-title = Strumenti
tools-at-least =
    { $count ->
        [one] almeno { $count } strumento
       *[other] almeno { $count } strumenti
    }
tools-before =
    { $count ->
        [one] (prima { $count } strumento)
       *[other] (prima { $count } strumenti)
    }
tools-pages =
    { $count ->
        [one] in { $count } pagina
       *[other] in { $count } pagine
    }
tools-malformed =
    { $count ->
        [one] ({ $count } altro elemento non è uno strumento utilizzabile)
       *[other] ({ $count } altri elementi non sono strumenti utilizzabili)
    }
tools-kept =
    { $count ->
        [one] Si conserva solo il primo nome ({ $count }).
       *[other] Si conservano solo i primi { $count } nomi.
    }
modern-title = Con la revisione 2026-07-28
modern-answered = Il server ha risposto a server/discover. Versioni indicate:
modern-silent = Il server non ha risposto a server/discover.
findings-title = Osservazioni
findings-intro = Meritano di essere dette; non cambiano l'esito.
finding-seen = Visto:
exchanges-title = La conversazione
exchanges-caption = Ogni richiesta con la sua risposta, in ordine
exchange-retry = (nuovo tentativo)
exchange-no-reply = nessuna risposta
exchange-decided = (questa ha deciso)
answer-result = un risultato
answer-error = un errore JSON-RPC
answer-endpoint = l'evento endpoint
column-request = Richiesta
column-answer = Risposta
column-content-type = Content-Type
column-bytes = Byte
column-ms = ms
sample = Il corpo cominciava così:
curl-title = Verifica di persona
curl-intro = Questo comando invia ciò che è stato inviato, così la risposta è la stessa:
category-title = Categoria
category-of-bare-url = È un semplice URL: nessuna voce gli dà un nome o una descrizione, quindi possono dirlo solo i nomi dei suoi strumenti.
basis-is-name-and-description = In base a nome e descrizione.
basis-is-tool-names = In base ai nomi degli strumenti; nome e descrizione non indicavano con sufficiente chiarezza una sola categoria.
none-no-tools = Nessuna: nome e descrizione non indicano con sufficiente chiarezza una sola categoria, e non si conoscono strumenti.
none-identical-set =
    { $count ->
        [one] Nessuna: nome e descrizione non indicano con sufficiente chiarezza una sola categoria, e { $count } server elenca esattamente questi strumenti, perciò non contano.
       *[other] Nessuna: nome e descrizione non indicano con sufficiente chiarezza una sola categoria, e { $count } server elencano esattamente questi strumenti, perciò non contano.
    }
none-too-few-votes =
    { $votes ->
        [one] Nessuna: nome e descrizione non indicano con sufficiente chiarezza una sola categoria, e meno di { $votes } strumento indica una categoria.
       *[other] Nessuna: nome e descrizione non indicano con sufficiente chiarezza una sola categoria, e meno di { $votes } strumenti indicano una stessa categoria.
    }
none-no-lead = Nessuna: nome e descrizione non indicano con sufficiente chiarezza una sola categoria, e la prima categoria non ha { $lead } volte gli strumenti della seconda.
none-small-share = Nessuna: nome e descrizione non indicano con sufficiente chiarezza una sola categoria, e la prima categoria ha meno di uno su { $share } di tutti gli strumenti.
words-title = Parole di nome e descrizione che indicano una categoria
voters-title = Strumenti che hanno votato
voters-count =
    { $count ->
        [one] { $count } strumento su { $tools }
       *[other] { $count } strumenti su { $tools }
    }
column-tool = Strumento
column-word = Parola
left-out-generic = Escluse perché generiche:
left-out-namespace = Esclusa perché ogni strumento comincia così:
same-list =
    { $count ->
        [one] { $count } altro server elenca esattamente gli stessi strumenti.
       *[other] Altri { $count } server elencano esattamente gli stessi strumenti.
    }
same-list-link = Quali sono
namespace-title = Come si dimostra lo spazio dei nomi
namespace-github = Chi pubblica sotto { $namespace } deve accedere al registro con l'account GitHub { $account }, o da un workflow di quell'organizzazione.
namespace-domain = Chi pubblica sotto { $namespace } deve dimostrare un dominio con una chiave:
namespace-domain-exact = { $domain }, con un record TXT o con un file servito dal dominio
namespace-domain-above = { $domain }, con un record TXT
namespace-no-account = { $given } non è un nome di account GitHub, quindi nessuna prova concede questo nome.
namespace-unprovable = Il nome non comincia con un dominio letto al contrario, quindi nessuna prova lo concede.
namespace-not = Una tale prova mostra chi ha pubblicato la voce in quel momento. Non mostra:
namespace-not-owner = che dietro la voce ci sia il titolare del prodotto o del marchio nominato;
namespace-not-remotes = che gli endpoint o i pacchetti appartengano allo stesso dominio o account;
namespace-not-repository = che il repository sia loro.
namespace-registry-checks = Il registro controlla la prova quando si pubblica una voce. Questa directory non la controlla di nuovo.
history-title = Storia
history-absent = assente in quell'esecuzione
correction-title = Correzione e rimozione
server-snapshot = È ciò che una sola verifica ha visto in un solo momento e da un solo luogo. Non è un giudizio sul valore del server.

## Che cosa è cambiato

changes-between = Cambiamenti tra l'esecuzione del { $before } e quella del { $after }.
changes-none = Non c'è un'esecuzione precedente con cui confrontare.
changes-unfinished = Una delle ultime due esecuzioni non è conclusa, perciò non vengono confrontate.
changes-unchanged = invariati
changes-unsure = Un cambiamento da o verso «limite di richieste raggiunto», o da o verso un esito che una seconda verifica non ha confermato, o riguardante un server che in una delle due esecuzioni non abbiamo interrogato, non dice nulla del server.
column-change = Cambiamento
change-was = prima
