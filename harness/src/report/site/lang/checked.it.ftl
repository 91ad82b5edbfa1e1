### Le parole della pagina che dice come la directory viene verificata, in italiano.

checked-intro = Questa pagina è scritta a partire dalle impostazioni realmente usate dall'esecuzione: dice ciò che è stato fatto, non ciò che si intendeva fare.
checked-run = Questa esecuzione
run-began = Inizio
run-ended = Fine
run-source = Origine delle voci
run-since = Solo voci cambiate dopo
run-prober = Programma
run-entries = Voci lette
run-probes = Verifiche previste (URL e trasporti distinti)
run-unreadable = Voci illeggibili
run-shard = Parte
run-shard-of = { $index } di { $count }
run-resumed = Ripresa
checked-sent = Che cosa si invia
sent-initialize = { $request } con la versione di protocollo { $version }, via POST.
sent-initialized = { $request }, dopo una buona risposta.
sent-tools =
    { $pages ->
        [one] { $request }, al massimo { $pages } pagina; si conservano al massimo { $names } nomi di strumenti.
       *[other] { $request }, al massimo { $pages } pagine; si conservano al massimo { $names } nomi di strumenti.
    }
sent-delete = { $request } della sessione, se il server ne ha aperta una.
sent-sse = Un endpoint del vecchio trasporto SSE riceve un solo { $request } che attende l'evento { $event }. Non si invia alcun POST.
sent-auto = Se il trasporto non è dichiarato, vengono prima i passi qui sopra; dopo un 400, 404 o 405 un { $request } cerca il vecchio trasporto.
sent-modern = A un server che non parla queste revisioni si chiede ancora { $request }, con la revisione 2026-07-28; il risultato è annotato accanto all'esito.
sent-oauth-lookup =
    { $count ->
        [one] Dopo una richiesta di accesso si cerca al massimo { $count } documento con metadati OAuth.
       *[other] Dopo una richiesta di accesso si cercano al massimo { $count } documenti con metadati OAuth.
    }
sent-no-oauth-lookup = Dopo una richiesta di accesso non si chiede altro; solo nella risposta stessa si cerca un rinvio ai metadati OAuth.
checked-limits = Limiti
column-limit = Limite
column-value = Valore
limit-request = Una richiesta, dalla risoluzione del nome all'ultimo byte
limit-endpoint = Attesa dell'evento endpoint del vecchio trasporto SSE
limit-probe = L'intera verifica
limit-evidence = Lettura di un corpo con stato di errore
limit-retries = Nuovi tentativi di una richiesta dopo una connessione interrotta
limit-hops = Reindirizzamenti seguiti, solo sulla stessa origine
limit-pages = Pagine di tools/list
limit-names = Nomi di strumenti conservati
limit-initialize = Risposta a initialize, decodificata
limit-page = Una pagina di tools/list, decodificata
limit-head = Intestazione di una risposta
limit-evidence-size = Corpo conservato come prova con stato di errore
limit-deadline-absolute = I tempi limite sono assoluti: segnali di attività e byte lenti non li prolungano.
limit-retry-rule = Si riprova solo dopo una connessione interrotta; non dopo una connessione rifiutata, un nome o un certificato errato, un tempo limite superato.
pace-title = Ritmo
pace-host = A un host si invia una richiesta alla volta, qualunque sia il numero delle sue voci, porte o schemi.
pace-hosts =
    { $count ->
        [one] { $count } host alla volta.
       *[other] { $count } host in parallelo.
    }
pace-gap = Una pausa di { $gap } tra due verifiche dello stesso host.
pace-recheck = Alla fine dell'esecuzione gli errori sono stati verificati ancora una volta; quelli cambiati sono segnati.
pace-no-recheck = In questa esecuzione gli errori non sono stati verificati una seconda volta.
pace-retry-after = Retry-After viene rispettato, fino a { $wait }.
pace-refusals =
    { $count ->
        [one] Dopo { $count } risposta che chiede meno richieste, il resto dell'host viene lasciato in pace per questa esecuzione.
       *[other] Dopo { $count } risposte di fila che chiedono meno richieste, il resto dell'host viene lasciato in pace per questa esecuzione.
    }
never-done-title = Che cosa non si fa mai
never-call = Nessuno strumento viene mai chiamato: non c'è alcun `tools/call`.
never-credential = Non si inviano credenziali, né le intestazioni che una voce richiede.
never-cookie = Non si conservano né si inviano cookie.
never-origin = Non si invia l'intestazione `Origin`.
never-proxy = Nessun proxy viene preso dall'ambiente.
never-register = Non si registra alcun client OAuth e non si avvia alcun accesso.
never-elsewhere = Non si segue alcun reindirizzamento verso un'altra origine.
robots = robots.txt non viene richiesto: una voce in un registro è un invito ai client. Chi non vuole essere interpellato può essere escluso, vedi sotto.
never-contacted-title = Che cosa non si contatta mai
never-contacted-intro = Queste regole decidono prima del primo pacchetto; gli indirizzi sono controllati di nuovo su quello a cui ci si connette davvero. Accanto a ogni regola sta il numero di endpoint che ha escluso in questa esecuzione.
reach-wider = In questa esecuzione una parte era consentita:
reach-plain-http = HTTP semplice
reach-local = indirizzi locali e privati
checked-outcomes = Esiti
checked-outcomes-intro = Ogni endpoint finisce in esattamente un esito. Lo stato decide prima del corpo; un server che richiede l'accesso non è un errore.
checked-statuses = Che cosa significano questi stati a un endpoint per chi lo pubblica
checked-categories = Categorie
rule-text-first = Prima nome, titolo e descrizione. I nomi degli strumenti si guardano solo quando quelli non indicano alcuna categoria.
rule-points-at = Il nome di uno strumento indica una categoria con le sue parole. Le parole generiche (search, get, list e simili) vengono escluse prima.
rule-identical =
    { $count ->
        [one] Si escludono gli elenchi di strumenti identici in { $count } o più server; in questa esecuzione { $left }.
       *[other] Si escludono gli elenchi di strumenti identici in { $count } o più server; in questa esecuzione { $left }.
    }
rule-thresholds =
    { $votes ->
        [one] Un server prende la categoria indicata da almeno { $votes } dei suoi strumenti, con almeno { $lead } volte quelli di ogni altra categoria e almeno uno su { $share } di tutti i suoi strumenti.
       *[other] Un server prende la categoria indicata da almeno { $votes } dei suoi strumenti, con almeno { $lead } volte quelli di ogni altra categoria e almeno uno su { $share } di tutti i suoi strumenti.
    }
rule-basis-shown = La base è mostrata nella pagina di ogni server, con le parole o gli strumenti che hanno deciso.
rule-none = Un server che non rientra in alcuna categoria resta senza. La regola può sbagliare su un singolo server; segnalalo, vedi sotto.
rule-lexicon = Le parole sono quelle del lessico con questa impronta:
measured-title = Quanto spesso la regola ha ragione
measured-how =
    { $count ->
        [one] È stata applicata a { $count } server etichettato prima a mano, sul quale le sue parole non sono mai state messe a punto.
       *[other] È stata applicata a { $count } server etichettati prima a mano, sui quali le sue parole non sono mai state messe a punto.
    }
measured-precision =
    { $count ->
        [one] Di { $count } server messo in una categoria, { $hit } vi appartiene.
       *[other] Di { $count } server messi in una categoria, { $hit } vi appartengono.
    }
measured-recall =
    { $count ->
        [one] Di { $count } server che appartiene a una categoria, { $hit } vi è stato messo.
       *[other] Di { $count } server che appartengono a una categoria, { $hit } vi sono stati messi.
    }
measured-none =
    { $count ->
        [one] Di { $count } server che non appartiene a nessuna, { $hit } è stato messo in una.
       *[other] Di { $count } server che non appartengono a nessuna, messi comunque in una: { $hit }.
    }
measured-share = { $hit } su { $count }
measured-figures = Giusti per categoria
column-precision = Messi lì, e giusti
column-recall = Appartengono lì, e trovati
measured-confusion = Dove sono stati messi i server di ogni categoria
measured-label = Appartiene a
measured-made-up = Questi server sono inventati sul modello di quelli veri. Da un registro aspettati meno: i server che evitano le parole del loro mestiere sfuggono più spesso.
measured-other = Le categorie di questa raccolta sono state fatte con un lessico diverso da quello giudicato, quindi per esse non ci sono cifre.
namespace-rule-github = Un nome che comincia con `io.github.ACCOUNT` richiede l'accesso al registro con quell'account GitHub.
namespace-rule-domain = Ogni altro nome comincia con un dominio letto al contrario. Richiede una chiave in un record TXT di quel dominio o di uno superiore, o in un file in `/.well-known/mcp-registry-auth` di quell'esatto dominio.
correction-how = Se pubblichi un server e pensi che questa pagina dica qualcosa di sbagliato:
correction-curl = Esegui la riga curl della sua pagina: invia ciò che è stato inviato, e la risposta mostra ciò che vede un client.
correction-probe = Oppure esegui `rollcall probe URL`, che fa subito gli stessi controlli.
correction-removal = Se non vuoi essere interpellato o elencato, indica la voce o l'host: verrà messo nell'elenco degli esclusi dalla prossima esecuzione.
correction-next-run = Un esito non si modifica a mano. La prossima esecuzione chiede di nuovo, e la pagina dirà che cosa ha visto.
correction-contact = Scrivi a chi ha fatto questa esecuzione:
