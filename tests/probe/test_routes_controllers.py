"""Controllers: what is inherited, what settings, tables, comments and conventions add."""

from __future__ import annotations

import pytest
from code_files import routes, split, workspace

from intent_tui.probe.entries import inventory

CASES = {
    "spring inherits": (
        """
        === src/main/java/com/example/Base.java
        package com.example;
        public abstract class Base {
            @GetMapping("/list")
            public String list() { return "x"; }
            @DeleteMapping("/{id}")
            public void gone(@PathVariable String id) { }
        }
        === src/main/java/com/example/CraneApi.java
        package com.example;
        @RequestMapping("/cranes")
        public interface CraneApi {
            String LIFT = "/{id}/lift";
            @PostMapping({LIFT, "/{id}/raise"})
            void lift(@PathVariable String id);
        }
        === src/main/java/com/example/CraneController.java
        package com.example;
        @RestController
        public class CraneController extends Base implements CraneApi {
            @Override
            public void lift(String id) { }
            @Override
            @GetMapping("/all")
            public String list() { return "y"; }
        }
        === src/main/java/com/example/YardClient.java
        package com.example;
        @FeignClient(name = "yard")
        public interface YardClient {
            @GetMapping("/elsewhere")
            String elsewhere();
        }
        """,
        """
        POST /cranes/{id}/lift
        POST /cranes/{id}/raise
        GET /cranes/all
        DELETE /cranes/{id}
        """,
    ),
    "spring settings": (
        """
        === src/main/resources/application.yml
        server:
          servlet:
            context-path: /dock
        api:
          base: /v3
        === src/main/kotlin/com/example/Crane.kt
        package com.example
        @RequestMapping("\\${api.base}/cranes")
        annotation class Cranes
        @RestController
        @Cranes
        class CraneController(private val cranes: CraneService) {
            companion object { const val LIFT = "/lift" }
            @GetMapping
            fun all(): List<Crane> = cranes.all()
            @PostMapping("/{id}" + LIFT)
            suspend fun lift(@PathVariable id: Long) { cranes.lift(id) }
            @RequestMapping("\\${api.none:/old}", method = [RequestMethod.PUT, RequestMethod.PATCH])
            fun old() {}
        }
        """,
        """
        GET /dock/v3/cranes
        POST /dock/v3/cranes/{id}/lift
        PUT /dock/v3/cranes/old
        PATCH /dock/v3/cranes/old
        """,
    ),
    "jaxrs": (
        """
        === src/main/java/org/dock/App.java
        import jakarta.ws.rs.ApplicationPath;
        @ApplicationPath("/rest")
        public class App extends Application { }
        === src/main/java/org/dock/Berths.java
        import jakarta.ws.rs.*;
        @Path("berths")
        public class Berths {
            @GET
            public List<Berth> all() { return x; }
            @Path("/{id}/log")
            public Log log(@PathParam("id") String id) { return new Log(id); }
        }
        === src/main/java/org/dock/Log.java
        import jakarta.ws.rs.*;
        public class Log {
            @GET @Path("last")
            public String last() { return "x"; }
        }
        """,
        """
        GET /rest/berths
        GET /rest/berths/{id}/log/last
        """,
    ),
    "aspnet": (
        """
        === src/BaseApi.cs
        namespace Dock;
        [ApiController]
        [Route("api/[controller]")]
        public abstract class BaseApi : ControllerBase { }
        === src/CranesController.cs
        namespace Dock;
        public class CranesController(ICranes cranes) : BaseApi
        {
            [HttpGet("{id:int}")]
            public async Task<ActionResult<Crane>> Show(int id) => Ok(await cranes.Get(id));
            [AcceptVerbs("PUT", "PATCH", Route = "{id}/[action]")]
            public IActionResult Lift(int id) { return Ok(); }
            [HttpGet, Route("~/cranes/page/{page=1}")]
            public IActionResult Page(int page) { return Ok(); }
            private IActionResult Helper() { return Ok(); }
        }
        """,
        """
        GET /api/cranes/{id:int}
        PUT /api/cranes/{id}/lift
        PATCH /api/cranes/{id}/lift
        GET /cranes/page/{page}
        """,
    ),
    "aspnet by convention": (
        """
        === Program.cs
        var app = builder.Build();
        app.MapControllerRoute(name: "default", pattern: "{controller=Home}/{action=Index}/{id?}");
        === Controllers/YardController.cs
        public class YardController : Controller
        {
            public IActionResult Index() { return View(); }
            public IActionResult Details(int id) { return View(); }
            [HttpPost]
            public IActionResult Save(Form form) { return View(); }
            [NonAction]
            public void Help() { }
            protected void Inner() { }
        }
        """,
        """
        GET /Yard/Index
        GET /Yard/Details/{id}
        POST /Yard/Save
        """,
    ),
    "symfony": (
        """
        === config/routes.yaml
        up:
            path: /up
            controller: App\\Controller\\UpController::show
            methods: [GET, HEAD]
        old:
            path: /old/{id}
        === src/Controller/CraneController.php
        <?php
        namespace App\\Controller;
        use Symfony\\Component\\Routing\\Annotation\\Route;
        /**
         * Cranes of a yard.
         *
         * @Route("/cranes", name="cranes_")
         */
        class CraneController
        {
            /**
             * @Route("/{id}", methods={"GET", "DELETE"}, requirements={"id"="\\d+"})
             */
            public function show(int $id) { }
            #[Route(path: ['en' => '/lift'], methods: [Request::METHOD_POST])]
            public function lift() { }
        }
        """,
        """
        GET /up
        HEAD /up
        ANY /old/{id}
        GET /cranes/{id}
        DELETE /cranes/{id}
        POST /cranes/lift
        """,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_every_route_is_found_and_nothing_else(tmp_path, name):
    files, expected = CASES[name]
    wanted = [line.strip() for line in expected.strip().split("\n")]
    assert sorted(routes(tmp_path, split(files))) == sorted(wanted)


def test_an_inherited_route_points_to_where_it_is_written(tmp_path):
    found = inventory(workspace(tmp_path, split(CASES["spring inherits"][0]))).entries
    gone = next(entry for entry in found if entry.name == "DELETE /cranes/{id}")
    assert (gone.file, gone.line) == ("src/main/java/com/example/Base.java", 5)
    assert gone.handler == "CraneController.gone"


def test_a_setting_applies_to_its_own_module_only(tmp_path):
    files = split(CASES["spring settings"][0])
    moved = {f"dock/{path}": text for path, text in files.items()}
    moved["other/src/main/java/com/example/Other.java"] = (
        '@RestController\nclass Other {\n    @GetMapping("/other")\n    String other() { }\n}\n'
    )
    names = routes(tmp_path, moved)
    assert "GET /other" in names
    assert "GET /dock/v3/cranes" in names


def test_a_comment_becomes_no_route_and_lines_stay(tmp_path):
    found = inventory(workspace(tmp_path, split(CASES["symfony"][0]))).entries
    show = next(entry for entry in found if entry.name == "GET /cranes/{id}")
    text = (tmp_path / show.file).read_text().split("\n")
    assert "@Route(" in text[show.line - 1]
    lift = next(entry for entry in found if entry.name == "POST /cranes/lift")
    assert "#[Route" in text[lift.line - 1]


def test_no_convention_no_route(tmp_path):
    files = split(CASES["aspnet by convention"][0])
    del files["Program.cs"]
    found = inventory(workspace(tmp_path, files)).entries
    assert [(e.name, e.confidence) for e in found] == [("POST /Yard/Save", "partial")]
