//! Words that mean different things in different trades: each reading from both sides.

use super::super::Category::{
    self, Finance, FoodDelivery, Health, MapsTransport, Media, RealEstate, Shopping, Travel,
};
use super::given::votes;

/// The first tool, in the company of the others, points at this category or at none.
#[track_caller]
fn reads(tools: &[&str], expected: impl Into<Option<Category>>) {
    assert_eq!(votes(tools)[0], expected.into(), "{tools:?}");
}

#[test]
fn book() {
    reads(&["book_hotel"], Travel);
    reads(&["book_flight"], Travel);
    reads(&["book_table"], FoodDelivery);
    reads(&["get_order_book"], Finance);
    reads(&["create_recipe_book"], FoodDelivery);
    reads(&["book_appointment", "get_patient"], Health);
    reads(&["search_book"], None);
    reads(&["list_bible_books"], None);
}

#[test]
fn order() {
    reads(&["place_market_order"], Finance);
    reads(&["create_limit_order"], Finance);
    reads(&["delete_gtt_order"], Finance);
    reads(&["get_order", "list_skus", "create_coupon"], Shopping);
    reads(&["get_order", "restaurant_menu", "list_restaurants"], FoodDelivery);
    reads(&["place_order", "get_holdings", "get_ticker"], Finance);
    reads(&["set_sort_order"], None);
}

#[test]
fn track() {
    reads(&["get_artist_top_tracks"], Media);
    reads(&["get_album_tracks"], Media);
    reads(&["add_tracks_to_playlist"], Media);
    reads(&["mixpanel_track_event"], None);
    reads(&["trackActiveFile"], None);
    reads(&["track_order", "list_skus", "create_coupon"], Shopping);
}

#[test]
fn route() {
    reads(&["get_route_stops"], MapsTransport);
    reads(&["get_route", "geocode_address"], MapsTransport);
    reads(&["create_or_update_plugin_associated_to_a_specific_route"], None);
    reads(&["delete_api_route"], None);
    reads(&["list_webhook_routes"], None);
}

#[test]
fn checkin_and_checkout_are_words_of_their_own() {
    reads(&["online_checkin", "search_flights"], Travel);
    reads(&["git_checkout"], None);
    reads(&["start_checkout", "add_coupon"], Shopping);
    reads(&["check_status", "search_flights"], None);
}

#[test]
fn balance() {
    reads(&["get_balance_sheet"], Finance);
    reads(&["get_token_balances"], Finance);
    reads(&["get_balance"], Finance);
    reads(&["create_load_balancer"], None);
}

#[test]
fn menu() {
    reads(&["get_restaurant_menu"], FoodDelivery);
    reads(&["get_menu", "list_dishes", "search_restaurants"], FoodDelivery);
    reads(&["get_cat_menu"], None);
    reads(&["execute_menu_item"], None);
    reads(&["superset_menu_get"], None);
}

#[test]
fn listing() {
    reads(&["airbnb_listing_details"], Travel);
    reads(&["web_data_booking_hotel_listings"], Travel);
    reads(&["property_listings", "calculate_mortgage"], RealEstate);
    reads(&["get_listing", "calculate_mortgage"], RealEstate);
    reads(&["ebay_get_listing"], Shopping);
    reads(&["listing-coins"], Finance);
    reads(&["directory_listing"], None);
}

#[test]
fn quote() {
    reads(&["get_stock_quote"], Finance);
    reads(&["get_quote", "get_ticker"], Finance);
    reads(&["get_insurance_quote"], Finance);
    reads(&["get_delivery_quote", "list_restaurants"], FoodDelivery);
    reads(&["accept_quote", "create_food_order"], FoodDelivery);
    reads(&["get_quote"], None);
    reads(&["random_quote"], None);
}

#[test]
fn rate() {
    reads(&["get_exchange_rate"], Finance);
    reads(&["get_funding_rate"], Finance);
    reads(&["get_interest_rates"], Finance);
    reads(&["get_room_rates", "search_hotels"], Travel);
    reads(&["getHeartRate"], Health);
    reads(&["get_rate_limit"], None);
}

#[test]
fn position() {
    reads(&["close_position"], Finance);
    reads(&["get_positions", "get_holdings"], Finance);
    reads(&["get_vessel_position"], MapsTransport);
    reads(&["get_flight_position"], MapsTransport);
    reads(&["move-to-position"], None);
    reads(&["get-position"], None);
}

#[test]
fn exchange() {
    reads(&["latest_exchange_rates"], Finance);
    reads(&["exchange_code_for_token"], None);
    reads(&["declare_exchange"], None);
    reads(&["microsoft_exchange_search"], None);
}

#[test]
fn store() {
    reads(&["store_memory"], None);
    reads(&["qdrant-store"], None);
    reads(&["web_data_apple_app_store"], None);
    reads(&["list_stores", "create_coupon"], Shopping);
    reads(&["list_stores", "search_restaurants"], FoodDelivery);
    reads(&["firestore-get-document"], None);
}

#[test]
fn property() {
    reads(&["crm_create_company_property"], None);
    reads(&["retrieve-a-page-property"], None);
    reads(&["search_node_properties"], None);
    reads(&["search_properties", "calculate_mortgage"], RealEstate);
    reads(&["get_property_listings"], RealEstate);
    reads(&["get_properties"], None);
}

#[test]
fn place() {
    reads(&["place_order"], None);
    reads(&["place-block"], None);
    reads(&["search_nearby_places"], MapsTransport);
    reads(&["maps_place_details"], MapsTransport);
}

#[test]
fn stop() {
    reads(&["find_bus_stop"], MapsTransport);
    reads(&["get_all_routes_at_stop", "get_next_bus"], MapsTransport);
    reads(&["stop_instance"], None);
    reads(&["stop_server"], None);
    reads(&["set_stop_loss"], Finance);
}

#[test]
fn station() {
    reads(&["find_weather_stations"], None);
    reads(&["search_radio_stations"], Media);
    reads(&["get_subway_station_info"], MapsTransport);
    reads(&["get_station_info", "get_departures"], MapsTransport);
}

#[test]
fn map() {
    reads(&["firecrawl_map"], None);
    reads(&["map_calculator", "bmi_calculator"], None);
    reads(&["map_directions"], MapsTransport);
    reads(&["delete_all_source_maps"], None);
}

#[test]
fn token() {
    reads(&["get_token_price"], Finance);
    reads(&["get_token_pools"], Finance);
    reads(&["access_token"], None);
    reads(&["configure_api_token"], None);
    reads(&["count_tokens"], None);
    reads(&["get_design_tokens"], None);
}

#[test]
fn option() {
    reads(&["get_option_chain"], Finance);
    reads(&["get_option_contracts"], Finance);
    reads(&["browser_select_option"], None);
}

#[test]
fn health() {
    reads(&["health_check"], None);
    reads(&["check_pod_health"], None);
    reads(&["get_server_health"], None);
    reads(&["fetch_health_records"], Health);
}

#[test]
fn channel_feed_play_and_image() {
    reads(&["list_slack_channels"], None);
    reads(&["channel_history"], None);
    reads(&["analyze_channel_videos"], Media);
    reads(&["get_channel", "search_videos"], Media);
    reads(&["web_data_google_play_store"], None);
    reads(&["list_docker_images"], None);
    reads(&["read_feed"], None);
    reads(&["play_song"], Media);
}

#[test]
fn delivery() {
    reads(&["create_food_delivery"], FoodDelivery);
    reads(&["create_delivery", "list_restaurants"], FoodDelivery);
    reads(&["create_delivery", "track_parcel", "geocode_address"], MapsTransport);
    reads(&["webhook_deliveries"], None);
}

#[test]
fn table_slot_room_tip_and_card() {
    reads(&["describe_table"], None);
    reads(&["table_reservation"], FoodDelivery);
    reads(&["get_minimum_ledger_slot"], None);
    reads(&["list_rooms", "search_hotels"], Travel);
    reads(&["create_chat_room"], None);
    reads(&["tips"], None);
    reads(&["get_card", "get_board", "list_trello_cards"], None);
    reads(&["get_credit_cards"], Finance);
}

#[test]
fn rental_driver_and_home() {
    reads(&["search_car_rentals"], Travel);
    reads(&["list_equipment_rentals"], None);
    reads(&["rental_property"], RealEstate);
    reads(&["compare_drivers"], None);
    reads(&["get_saved_homes"], RealEstate);
    reads(&["home_assistant_states"], None);
    reads(&["get_price_and_home_info"], None);
}

#[test]
fn agent() {
    reads(&["list_agents"], None);
    reads(&["get_agent_properties"], RealEstate);
    reads(&["real_estate_agents"], RealEstate);
}

#[test]
fn bank_transaction_fly_and_show() {
    reads(&["memory_bank_read"], None);
    reads(&["get_bank_accounts"], Finance);
    reads(&["begin_transaction"], None);
    reads(&["fly-to"], None);
    reads(&["run_suzieq_show"], None);
    reads(&["show_tables"], None);
    reads(&["base64_encode_image"], None);
}

#[test]
fn news_and_series_are_no_plurals() {
    reads(&["search_news"], Media);
    reads(&["get_new"], None);
    reads(&["time_series_daily"], None);
}
