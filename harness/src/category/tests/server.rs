//! Whole servers: what comes first, the thresholds, long lists, and hostile text.

use super::super::vote::Light;
use super::super::{
    Assigner, Basis, Category, IDENTICAL_AT, IdenticalSets, LeftOutBecause, Lexicon, NoneBecause, Shortfall,
    Subject, ToolList,
};
use super::given::assigned;

#[test]
fn name_and_description_beat_the_tools() {
    let tools = ["search_flights", "book_flight", "search_hotels", "get_airline"];
    let given = assigned("a/recipes", "Italian recipes and the meals they make.", &tools);
    assert_eq!(
        (given.category, given.basis),
        (Some(Category::FoodDelivery), Some(Basis::NameAndDescription))
    );
    assert!(given.voters.is_empty(), "the tools are not asked");
    assert!(given.words.iter().any(|word| word.word == "recipe"), "{:?}", given.words);
}

#[test]
fn tools_are_asked_where_the_text_says_nothing() {
    let given =
        assigned("a/acme", "An MCP server.", &["search_flights", "book_flight", "search_hotels", "ping"]);
    assert_eq!((given.category, given.basis), (Some(Category::Travel), Some(Basis::ToolNames)));
    assert_eq!(given.voters.len(), 3);
    assert_eq!(
        (given.voters[1].tool.as_str(), given.voters[1].word.as_str()),
        ("book_flight", "book flight")
    );
}

#[test]
fn two_tools_are_never_enough_and_three_are() {
    let two = assigned("a/acme", "", &["search_flights", "book_hotel"]);
    assert_eq!(two.none, Some(NoneBecause::ToolNames { shortfall: Shortfall::TooFewVotes }));
    let three = assigned("a/acme", "", &["search_flights", "book_hotel", "list_airlines"]);
    assert_eq!(three.category, Some(Category::Travel));
}

#[test]
fn exactly_twice_and_exactly_a_quarter_are_enough() {
    let travel = ["search_flights", "book_hotel", "list_airlines", "plan_vacation"];
    let media = ["search_videos", "list_podcasts", "play_song"];
    let with = |others: &[&str], fillers: usize| {
        let mut tools: Vec<&str> = travel.iter().chain(others).copied().collect();
        tools.extend(["ping"].iter().cycle().take(fillers));
        assigned("a/acme", "", &tools).category
    };
    assert_eq!(with(&media[..2], 0), Some(Category::Travel), "4 and 2");
    assert_eq!(with(&media, 0), None, "4 and 3");
    assert_eq!(with(&[], 12), Some(Category::Travel), "4 of 16");
    assert_eq!(with(&[], 13), None, "4 of 17");
}

/// 50 names kept of more: the count of all tools decides, and a server that counts less than it names is not believed.
#[test]
fn the_count_of_all_tools_decides_and_not_the_names_kept() {
    let list = |count: u64| {
        let names = (0..50).map(|n| format!("search_flights_{n}")).collect();
        let tools = ToolList { count, names, digest: None, complete: false };
        let subject = Subject { name: "a/acme".into(), tools: Some(tools), ..Subject::default() };
        Assigner::new(Lexicon::built_in(), &IdenticalSets::none()).assign(&subject)
    };
    let cut = list(200);
    assert_eq!((cut.category, cut.named, cut.complete), (Some(Category::Travel), 50, Some(false)));
    assert_eq!(list(201).none, Some(NoneBecause::ToolNames { shortfall: Shortfall::SmallShare }));
    assert_eq!(list(3).category, Some(Category::Travel));
}

#[test]
fn a_list_that_twenty_servers_share_is_left_out_and_nineteen_share_one_that_counts() {
    let run = |servers: usize| -> Vec<Subject> {
        let names = ["search_flights", "book_hotel", "list_airlines"].map(str::to_owned).to_vec();
        let list = ToolList { count: 3, names, digest: Some("x".into()), complete: true };
        (0..servers)
            .map(|n| Subject { name: format!("a/{n}"), tools: Some(list.clone()), ..Subject::default() })
            .collect()
    };
    let first = |run: &[Subject]| {
        let sets = IdenticalSets::of(run, IDENTICAL_AT);
        Assigner::new(Lexicon::built_in(), &sets).assign(&run[0])
    };
    let counted = first(&run(19));
    assert_eq!((counted.category, counted.same_list), (Some(Category::Travel), 18));
    let left = first(&run(20));
    assert_eq!((left.category, left.none), (None, Some(NoneBecause::IdenticalSet { servers: 20 })));
}

#[test]
fn the_first_word_of_every_tool_is_a_namespace() {
    let brand = assigned("a/x", "", &["zillow_ping", "zillow_bulk_get", "zillow_resolve"]);
    assert_eq!(brand.category, Some(Category::RealEstate));
    assert!(brand.voters.iter().all(|voter| voter.light == Light::Namespace));
    let plain = assigned("a/x", "", &["cart_ping", "cart_read", "cart_write"]);
    assert_eq!(plain.category, None);
    let left = plain.left_out.iter().find(|left| left.because == LeftOutBecause::Namespace);
    assert_eq!(left.map(|left| left.words.clone()), Some(vec!["cart".to_owned()]));
    // A word that speaks alone is what the server is about.
    assert_eq!(assigned("a/x", "", &["flight_a", "flight_b", "flight_c"]).category, Some(Category::Travel));
}

#[test]
fn a_horizontal_server_belongs_nowhere() {
    let tools = [
        "amazon_product",
        "zillow_listing",
        "booking_hotel",
        "yahoo_finance_stock",
        "youtube_video",
        "linkedin",
    ];
    assert_eq!(assigned("a/x", "", &tools).category, None);
}

#[test]
fn a_server_of_doubtful_words_only_belongs_nowhere() {
    assert_eq!(assigned("a/x", "", &["get_order", "get_price", "get_account", "get_card"]).category, None);
}

#[test]
fn the_description_gives_light_where_it_does_not_decide() {
    let tools = ["get_menu", "list_dishes", "add_to_basket"];
    assert_eq!(assigned("a/x", "", &tools).category, None);
    assert_eq!(assigned("a/x", "For the kitchen.", &tools).category, Some(Category::FoodDelivery));
}

/// Doubtful words only, one in the text and another in a tool: together they weigh what a text has to.
#[test]
fn text_and_tools_add_up_where_neither_says_it_alone() {
    let both = assigned("a/x", "For the kitchen.", &["suggest_dish", "undo"]);
    assert_eq!((both.category, both.basis), (Some(Category::FoodDelivery), Some(Basis::NameAndDescription)));
    assert!(!both.words.is_empty() && !both.voters.is_empty(), "the basis names the evidence");
    assert_eq!(assigned("a/x", "For the kitchen.", &["undo"]).category, None);
    assert_eq!(assigned("a/x", "", &["suggest_dish", "undo"]).category, None);
}

#[test]
fn a_tool_that_only_repeats_the_doubtful_word_of_the_text_adds_half_as_much() {
    assert_eq!(assigned("a/x", "For the kitchen.", &["get_kitchen", "undo"]).category, None);
    assert_eq!(
        assigned("a/x", "For the kitchen.", &["get_kitchen", "list_kitchens"]).category,
        Some(Category::FoodDelivery)
    );
}

#[test]
fn what_text_and_tools_say_together_must_outweigh_all_else() {
    let elsewhere = ["suggest_dish", "run_sql", "query_postgres", "list_databases", "docker_ps", "git_log"];
    assert_eq!(assigned("a/x", "For the kitchen.", &elsewhere).category, None);
}

#[test]
fn a_pair_does_not_reach_over_a_comma_or_an_and() {
    assert_eq!(assigned("a/x", "Guided walks.", &[]).category, Some(Category::Travel));
    assert_eq!(assigned("a/x", "Guided, walks.", &[]).category, None);
    assert_eq!(assigned("a/x", "Guided and walks.", &[]).category, None);
}

#[test]
fn what_two_words_say_together_neither_says_otherwise() {
    // Goods are sold in a shop, but nobody looks for goods in a coffee shop.
    let both = assigned("a/x", "Coffee shops.", &[]);
    assert_eq!(both.category, Some(Category::FoodDelivery));
    assert!(both.words.iter().all(|word| word.category == Some(Category::FoodDelivery)), "{:?}", both.words);
}

#[test]
fn only_names_of_services_count_in_a_namespace() {
    assert_eq!(assigned("com.zillow/mcp", "", &[]).category, Some(Category::RealEstate));
    assert_eq!(assigned("io.github.musicfan/notes", "", &[]).category, None);
    assert_eq!(assigned("com.example.hotel/notes", "", &[]).category, None);
}

#[test]
fn other_scripts_and_disguises_do_not_trouble_it() {
    let wide = ["ｓｅａｒｃｈ＿ｆｌｉｇｈｔｓ", "Book_Hôtel", "LIST_AIRLINES"];
    assert_eq!(assigned("a/x", "", &wide).category, Some(Category::Travel));
    let hidden = ["sea\u{202e}rch_fli\u{200b}ghts", "\u{e0041}\u{e0042}", "\u{0}\u{1b}[2J", "", "🏨"];
    assert_eq!(assigned("\u{202e}/\u{0}", "\u{feff}", &hidden).category, None);
}

#[test]
fn a_hostile_text_costs_no_more_than_its_beginning() {
    let long = "hotel ".repeat(2_000_000);
    let names: Vec<String> = (0..50).map(|_| "a_".repeat(1_000_000)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let given = assigned(&"a/".repeat(1_000_000), &long, &names);
    let weights: Vec<u32> = given.words.iter().map(|word| word.weight).collect();
    assert_eq!(weights, [3], "one word, however often, speaks once");
}
