//! Servers of the population that belong on a shelf, and some that look as if they did.

/// One server: its entry's name, title, description, and its tools.
pub(super) struct Server {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) description: &'static str,
    pub(super) tools: &'static [&'static str],
}

/// Two a shelf, one told by its description and one by its tools alone, and three that belong nowhere.
pub(super) const SERVERS: &[Server] = &[
    server(
        "fernweh",
        "Fernweh",
        "Find flights and hotels for a trip",
        &["search_flights", "search_hotels", "book_room"],
    ),
    server(
        "gangway",
        "Gangway",
        "Ask us anything",
        &["find_flight", "hotel_rooms", "airport_info", "list_airlines"],
    ),
    server(
        "ladle",
        "Ladle",
        "Order food from restaurants nearby",
        &["list_restaurants", "get_menu", "place_order"],
    ),
    server(
        "saffron",
        "Saffron",
        "A helper for evenings",
        &["search_recipes", "restaurant_menu", "meal_plan"],
    ),
    server(
        "lintel",
        "Lintel",
        "Homes for sale and rent, with mortgage figures",
        &["search_listings", "estimate_mortgage", "get_home"],
    ),
    server(
        "doorstep",
        "Doorstep",
        "Data for agents",
        &["property_search", "mortgage_rates", "apartment_listing", "real_estate_trends"],
    ),
    server(
        "pulse",
        "Pulse",
        "Look up medicines and patient guidance",
        &["drug_interactions", "find_symptom", "list_clinics"],
    ),
    server(
        "ward",
        "Ward",
        "Structured records",
        &["get_patient", "list_medications", "clinical_trials", "search_diagnosis"],
    ),
    server(
        "waymark",
        "Waymark",
        "Directions, geocoding and bus timetables",
        &["geocode", "get_directions", "next_bus"],
    ),
    server(
        "junction",
        "Junction",
        "Ask about your town",
        &["route_plan", "geocode_address", "train_departures", "transit_stops"],
    ),
    server(
        "tally-ho",
        "Ledgerline",
        "Stock quotes, portfolios and invoices",
        &["stock_quote", "create_invoice", "portfolio_value"],
    ),
    server(
        "bullion",
        "Bullion",
        "Numbers on request",
        &["stock_price", "crypto_wallet", "bank_accounts", "invoice_list"],
    ),
    server(
        "basket",
        "Basket",
        "Search products and track orders of an online shop",
        &["search_products", "add_to_cart", "track_order"],
    ),
    server(
        "counter",
        "Counter",
        "Merchant helper",
        &["product_catalog", "cart_add", "checkout_start", "product_reviews"],
    ),
    server(
        "reel",
        "Reel",
        "Films, series and podcasts: what to watch and hear",
        &["search_movies", "list_podcasts", "get_episode"],
    ),
    server(
        "chorus",
        "Chorus",
        "For your evenings",
        &["play_music", "search_songs", "movie_showtimes", "podcast_episodes"],
    ),
    server(
        "quarry",
        "Quarry",
        "Run queries against a database",
        &["list_tables", "run_query", "describe_schema"],
    ),
    server(
        "spanner",
        "Spanner",
        "Issues and pull requests of a forge",
        &["create_issue", "list_pulls", "merge_branch"],
    ),
    server("lantern", "Lantern", "A calculator and a clock", &["add", "now", "convert_units"]),
];

const fn server(
    name: &'static str,
    title: &'static str,
    description: &'static str,
    tools: &'static [&'static str],
) -> Server {
    Server { name, title, description, tools }
}
