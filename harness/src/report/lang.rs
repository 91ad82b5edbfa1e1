//! The languages of the published tallies, and how each says an outcome.

use crate::outcome::Outcome;
use crate::record::OauthMetadata;

crate::words::words! {
    /// A language of the reports.
    pub enum Lang: "language" {
        /// English.
        En = "en",
        /// Italian.
        It = "it",
        /// Russian.
        Ru = "ru",
    }
}

impl Lang {
    /// The outcome in the published wording. The deadline in it is that of the published check.
    #[must_use]
    pub const fn outcome(self, outcome: Outcome) -> &'static str {
        let [en, it, ru] = match outcome {
            Outcome::Answered => ["answered", "ha risposto", "ответил"],
            Outcome::LoginRequired => ["asks for a login", "richiede l'accesso", "требует входа"],
            Outcome::Http4xx => ["HTTP 4xx error", "errore HTTP 4xx", "ошибка HTTP 4xx"],
            Outcome::ConnectionFailed => {
                ["connection failed", "connessione non riuscita", "не удалось подключиться"]
            }
            Outcome::Http5xx => ["HTTP 5xx error", "errore HTTP 5xx", "ошибка HTTP 5xx"],
            Outcome::TimedOut => [
                "no answer within 15 seconds",
                "nessuna risposta entro 15 secondi",
                "нет ответа за 15 секунд",
            ],
            Outcome::NotMcp => [
                "answered, but not as an MCP server",
                "ha risposto, ma non come server MCP",
                "ответил, но не как MCP-сервер",
            ],
            Outcome::RateLimited => [
                "request limit reached (HTTP 429)",
                "limite di richieste raggiunto (HTTP 429)",
                "превышен лимит запросов (HTTP 429)",
            ],
            Outcome::HandshakeRefused => {
                ["refused the handshake", "ha rifiutato l'handshake", "отклонил рукопожатие"]
            }
            Outcome::NotProbed => ["not probed", "non verificato", "не проверялся"],
        };
        self.pick(en, it, ru)
    }

    /// The OAuth pointer of a demand for a login.
    #[must_use]
    pub const fn pointer(self, pointer: OauthMetadata) -> &'static str {
        match pointer {
            OauthMetadata::Challenge => self.pick(
                "the challenge points at OAuth metadata",
                "la risposta indica i metadati OAuth",
                "ответ указывает на метаданные OAuth",
            ),
            OauthMetadata::WellKnown => self.pick(
                "OAuth metadata at the well-known place",
                "metadati OAuth nella posizione nota",
                "метаданные OAuth по известному адресу",
            ),
            OauthMetadata::None => self.pick(
                "no pointer to OAuth metadata",
                "nessun rinvio a metadati OAuth",
                "без указания на метаданные OAuth",
            ),
        }
    }

    /// The language's name for itself.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.pick("English", "Italiano", "Русский")
    }

    /// The word between the last two parts of a list.
    #[must_use]
    pub const fn and(self) -> &'static str {
        self.pick("and", "e", "и")
    }

    /// The same text in this language.
    #[must_use]
    pub const fn pick<T: Copy>(self, en: T, it: T, ru: T) -> T {
        match self {
            Self::En => en,
            Self::It => it,
            Self::Ru => ru,
        }
    }
}
