"""Routes on values that are handed around: one small application each, all it serves beside it."""

from __future__ import annotations

import pytest
from code_files import routes, split, workspace

from intent_tui.probe.entries import inventory

CASES = {
    "axum": (
        """
        === src/main.rs
        mod cranes;
        mod yard;
        use axum::{routing::{get, post}, Router};
        const BASE: &str = "/v1";
        #[tokio::main]
        async fn main() {
            let health = Router::new().route("/health", get(|| async { "ok" }));
            let app = Router::new()
                .nest("/cranes", cranes::router())
                .nest(BASE, yard::router().layer(trace()))
                .nest("/inner", Router::new().route("/ping", get(ping).head(ping)))
                .merge(health)
                .with_state(state);
            axum::serve(listener, app).await.unwrap();
        }
        #[cfg(test)]
        mod tests {
            fn app() { let x = Router::new().route("/none", get(ping)); }
        }
        === src/cranes.rs
        use axum::{routing::{any, get, delete}, Router};
        pub fn router() -> Router<App> {
            let mut router = Router::new()
                .route("/", get(list).post(create));
            router = router.route("/{id}", delete(remove));
            router.route("/ws", any(socket))
        }
        === src/yard/mod.rs
        use axum::{routing::put, Router};
        pub fn router() -> Router<App> {
            let path = format!("/{}/move", "yard");
            Router::new().route(&path, put(shift)).nest("/log", crate::cranes::log())
        }
        """,
        """
        GET /cranes
        POST /cranes
        DELETE /cranes/{id}
        ANY /cranes/ws
        PUT /v1/yard/move
        GET /inner/ping
        HEAD /inner/ping
        GET /health
        """,
    ),
    "actix": (
        """
        === src/main.rs
        mod cranes;
        use actix_web::{web, App, HttpServer};
        #[actix_web::main]
        async fn main() -> std::io::Result<()> {
            HttpServer::new(move || {
                App::new()
                    .wrap(Logger::default())
                    .service(
                        web::scope("/api")
                            .configure(cranes::config)
                            .service(web::resource("/loads").route(web::get().to(loads)).route(web::post().to(load)))
                            .route("/tides", web::get().to(tides)),
                    )
                    .service(up)
            })
            .bind("0.0.0.0:80")?.run().await
        }
        #[actix_web::get("/up")]
        async fn up() -> &'static str { "up" }
        === src/cranes.rs
        use actix_web::{delete, get, web};
        pub fn config(cfg: &mut web::ServiceConfig) {
            cfg.service(web::scope("/cranes").service(list).service(gone));
        }
        #[get("")]
        async fn list() -> String { s() }
        #[delete("/{id:[0-9]+}")]
        async fn gone(id: web::Path<u32>) -> String { s() }
        """,
        """
        GET /api/cranes
        DELETE /api/cranes/{id}
        GET /api/loads
        POST /api/loads
        GET /api/tides
        GET /up
        """,
    ),
    "rocket": (
        """
        === src/main.rs
        #[macro_use] extern crate rocket;
        mod cranes;
        #[get("/?<page>")]
        fn index(page: Option<u8>) -> &'static str { "x" }
        #[launch]
        fn rocket() -> _ {
            rocket::build()
                .mount("/", routes![index])
                .mount("/cranes", cranes::all())
        }
        === src/cranes.rs
        use rocket::Route;
        #[put("/<id>", data = "<body>")]
        fn save(id: u8, body: String) {}
        #[route("/<id>", method = DELETE)]
        fn gone(id: u8) {}
        pub fn all() -> Vec<Route> {
            let mut list = routes![save];
            list.append(&mut routes![gone]);
            list
        }
        """,
        """
        GET /
        PUT /cranes/<id>
        DELETE /cranes/<id>
        """,
    ),
    "laravel": (
        """
        === routes/web.php
        <?php
        use App\\Http\\Controllers\\CraneController;
        use Illuminate\\Support\\Facades\\Route;
        Route::get('/', fn () => view('home'))->name('home');
        // Route::get('/gone', 'x');
        Route::match(['get', 'post'], 'search', [CraneController::class, 'search']);
        Route::middleware(['auth'])->prefix('admin')->group(function () {
            Route::controller(CraneController::class)->group(function () {
                Route::get('/cranes/{crane}', 'show');
            });
            Route::resource('yards.loads', LoadController::class)
                ->only(['index', 'update'])->shallow();
        });
        Route::group(['prefix' => 'v2'], function () {
            Route::view('terms', 'terms');
            Cache::get('none', 1);
        });
        Route::resource('photos', PhotoController::class)
            ->except(['create', 'edit', 'destroy', 'store', 'update']);
        require __DIR__.'/more.php';
        === routes/more.php
        <?php
        use Illuminate\\Support\\Facades\\Route;
        Route::any('hook', HookController::class);
        === routes/api.php
        <?php
        use Illuminate\\Support\\Facades\\Route;
        Route::apiResources(['ships' => ShipController::class]);
        """,
        """
        GET /
        GET /search
        POST /search
        GET /admin/cranes/{crane}
        GET /admin/yards/{yard}/loads
        PUT /admin/loads/{load}
        PATCH /admin/loads/{load}
        GET /v2/terms
        GET /photos
        GET /photos/{photo}
        ANY /hook
        GET /api/ships
        POST /api/ships
        GET /api/ships/{ship}
        PUT /api/ships/{ship}
        PATCH /api/ships/{ship}
        DELETE /api/ships/{ship}
        """,
    ),
    "slim": (
        """
        === public/index.php
        <?php
        use Slim\\Factory\\AppFactory;
        $app = AppFactory::create();
        $app->get('/cranes/{id:[0-9]+}', [CraneAction::class, 'show']);
        $app->get('settings');
        $app->map(['PUT', 'PATCH'], '/cranes/{id}', SaveAction::class);
        $app->group('/api', function (RouteCollectorProxy $group) {
            $group->post('/loads', LoadAction::class)->add(Guard::class);
            $group->group('/deep', function ($inner) {
                $inner->delete('/end', EndAction::class);
            });
        });
        $app->run();
        """,
        """
        GET /cranes/{id}
        PUT /cranes/{id}
        PATCH /cranes/{id}
        POST /api/loads
        DELETE /api/deep/end
        """,
    ),
    "minimal apis": (
        """
        === Program.cs
        var builder = WebApplication.CreateBuilder(args);
        var app = builder.Build();
        app.MapGet("/", () => "home");
        var api = app.MapGroup("/api").RequireAuthorization();
        api.MapCranes();
        api.MapMethods("/bulk", new[] { "PUT", "PATCH" }, Bulk);
        if (app.Environment.IsDevelopment())
        {
            app.MapPost("/reset", Reset);
        }
        app.Run();
        === Cranes.cs
        public static class Cranes
        {
            const string Lift = "/{id:int}/lift";
            public static IEndpointRouteBuilder MapCranes(this IEndpointRouteBuilder routes)
            {
                var group = routes.MapGroup("/cranes");
                group.MapGet("/", async (Db db) => await db.All());
                group.MapPost(Lift, LiftOne).WithName("lift");
                return routes;
            }
        }
        """,
        """
        GET /
        GET /api/cranes
        POST /api/cranes/{id:int}/lift
        PUT /api/bulk
        PATCH /api/bulk
        POST /reset
        """,
    ),
    "functional spring": (
        """
        === src/main/java/com/example/Routes.java
        import static org.springframework.web.reactive.function.server.RequestPredicates.*;
        @Configuration
        class Routes {
            private static final String ROOT = "/cranes";
            @Bean
            RouterFunction<ServerResponse> all(Handler handler) {
                return route()
                    .GET("/up", handler::up)
                    .nest(path(ROOT), b -> b.GET("/{id}", handler::show).POST("", handler::make))
                    .build();
            }
            @Bean
            RouterFunction<ServerResponse> old(Handler handler) {
                return RouterFunctions.route(GET("/old").and(accept(JSON)), handler::old)
                    .andRoute(DELETE("/old/{id}"), handler::gone);
            }
        }
        """,
        """
        GET /up
        GET /cranes/{id}
        POST /cranes
        GET /old
        DELETE /old/{id}
        """,
    ),
    "ktor": (
        """
        === src/main/kotlin/App.kt
        import io.ktor.server.routing.*
        fun Application.module() {
            routing {
                get("/") { call.respondText("x") }
                route("/cranes") {
                    cranes()
                    route("{id}") { delete { remove() } }
                }
            }
        }
        === src/main/kotlin/Cranes.kt
        import io.ktor.server.routing.*
        fun Route.cranes() {
            get { call.respond(all()) }
            post("/lift") { lift() }
        }
        """,
        """
        GET /
        GET /cranes
        POST /cranes/lift
        DELETE /cranes/{id}
        """,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_every_route_is_found_and_nothing_else(tmp_path, name):
    files, expected = CASES[name]
    wanted = [line.strip() for line in expected.strip().split("\n")]
    assert sorted(routes(tmp_path, split(files))) == sorted(wanted)


@pytest.mark.parametrize("name", ["axum", "actix", "rocket", "slim", "minimal apis"])
def test_a_route_taken_away_takes_one_entry_with_it(tmp_path, name):
    gone = {
        "axum": '.route("/ping", get(ping).head(ping))',
        "actix": '.route("/tides", web::get().to(tides))',
        "rocket": ', data = "<body>"',
        "slim": "$group->post('/loads', LoadAction::class)->add(Guard::class);",
        "minimal apis": 'app.MapGet("/", () => "home");',
    }[name]
    fewer = {"axum": 2, "rocket": 0}.get(name, 1)
    files = split(CASES[name][0])
    before = routes(tmp_path / "a", files)
    left = {path: text.replace(gone, "") for path, text in files.items()}
    assert left != files
    after = routes(tmp_path / "b", left)
    assert len(after) == len(before) - fewer
    assert set(after) <= set(before)


def test_a_router_nobody_serves_keeps_the_right_end_and_says_so(tmp_path):
    files = split(CASES["axum"][0])
    del files["src/main.rs"]
    found = inventory(workspace(tmp_path, files)).entries
    assert {entry.name for entry in found} >= {"DELETE /{id}", "PUT /yard/move"}
    assert {entry.confidence for entry in found} == {"partial"}


def test_a_prefix_that_is_not_known_leaves_a_hole_and_hides_nothing(tmp_path):
    files = split(CASES["axum"][0])
    files["src/main.rs"] = files["src/main.rs"].replace('.nest("/cranes"', ".nest(&config.base")
    found = inventory(workspace(tmp_path, files)).entries
    cranes = [entry for entry in found if entry.file == "src/cranes.rs"]
    assert len(cranes) == 4
    assert {entry.confidence for entry in cranes} == {"partial"}
    assert {entry.path for entry in cranes} == {"/{base}", "/{base}/{id}", "/{base}/ws"}


def test_conditions_handlers_and_lines_are_told(tmp_path):
    found = inventory(workspace(tmp_path, split(CASES["minimal apis"][0]))).entries
    by_name = {entry.name: entry for entry in found}
    assert by_name["POST /reset"].confidence == "conditional"
    lift = by_name["POST /api/cranes/{id:int}/lift"]
    assert (lift.file, lift.line, lift.handler) == ("Cranes.cs", 8, "LiftOne")
    assert lift.confidence == "resolved"
    assert by_name["GET /api/cranes"].access == "read"


def test_a_router_mounted_twice_has_both_paths(tmp_path):
    files = split(CASES["axum"][0])
    files["src/main.rs"] = files["src/main.rs"].replace(
        ".merge(health)", '.merge(health).nest("/old", cranes::router())'
    )
    found = inventory(workspace(tmp_path, files)).entries
    gone = next(entry for entry in found if entry.name == "DELETE /cranes/{id}")
    assert gone.aliases == ("/old/{id}",)


def test_a_long_function_is_read_when_it_is_about_routes(tmp_path):
    filler = "\n".join(f"    let x{number} = work({number}, y);" for number in range(40))
    text = f"""
use axum::{{routing::get, Router}};
fn main() {{
{filler}
    let app = Router::new().route("/late", get(late));
    serve(app);
}}
fn noise() {{
{filler}
}}
"""
    found = inventory(workspace(tmp_path, {"src/main.rs": text})).entries
    assert [entry.name for entry in found] == ["GET /late"]
