"""Routes declared by attributes: one small application per framework, all it serves beside it."""

from __future__ import annotations

import pytest
from code_files import routes, split, workspace

from intent_tui.probe.entries import inventory

CASES = {
    "spring": (
        """
        === src/main/java/CraneController.java
        package dock;
        @RestController
        @RequestMapping("/api/cranes")
        public class CraneController {
            @GetMapping
            public List<Crane> list() { return cranes.all(); }
            @GetMapping("/{id}")
            public Crane show(@PathVariable("id") Long id) { return cranes.get(id); }
            // @PutMapping("/gone")
            @PostMapping(value = "/{id}/lift", consumes = "application/json")
            @ResponseStatus(HttpStatus.CREATED)
            public void lift(@PathVariable Long id) { }
            @RequestMapping(path = "/old", method = {RequestMethod.GET, RequestMethod.DELETE})
            public String old() { return "@GetMapping(\\"/text\\")"; }
        }
        """,
        """
        GET /api/cranes
        GET /api/cranes/{id}
        POST /api/cranes/{id}/lift
        GET /api/cranes/old
        DELETE /api/cranes/old
        """,
    ),
    "jaxrs": (
        """
        === src/main/java/Berths.java
        import jakarta.ws.rs.*;
        @Path("berths")
        public class Berths {
            @GET public List<Berth> all() { return x; }
            @DELETE @Path("/{id}") public void free(@PathParam("id") String id) { }
        }
        """,
        """
        GET /berths
        DELETE /berths/{id}
        """,
    ),
    "aspnet": (
        """
        === src/CranesController.cs
        [ApiController]
        [Route("api/[controller]")]
        public class CranesController : ControllerBase {
            [HttpGet]
            public IActionResult All() => Ok();
            [HttpGet("{id:int}")]
            public async Task<IActionResult> Show(int id) => Ok();
            [HttpPost, Authorize]
            [Route("lift")]
            public IActionResult Lift() => Ok();
            [HttpDelete("~/admin/cranes")]
            public IActionResult Clear() => Ok();
        }
        """,
        """
        DELETE /admin/cranes
        GET /api/cranes
        GET /api/cranes/{id:int}
        POST /api/cranes/lift
        """,
    ),
    "rust": (
        """
        === src/main.rs
        use actix_web::{get, post, web};
        #[get("/cranes/{id}")]
        async fn show(path: web::Path<u32>) -> impl Responder { x }
        #[post("/cranes")]
        pub async fn create(body: web::Json<New>) -> impl Responder { x }
        #[derive(Clone)]
        struct Put(u32);
        """,
        """
        GET /cranes/{id}
        POST /cranes
        """,
    ),
    "symfony": (
        """
        === src/CraneController.php
        <?php
        #[Route('/cranes')]
        class CraneController {
            #[Route('/{id}', name: 'crane_show', methods: ['GET'])]
            public function show(int $id): Response { }
            #[Route('/sync', methods: ['POST', 'PUT'])]
            public function sync(): Response { }
            #[Route('/any')]
            public function any(): Response { }
        }
        """,
        """
        ANY /cranes/any
        POST /cranes/sync
        PUT /cranes/sync
        GET /cranes/{id}
        """,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_every_route_is_found_and_nothing_else(tmp_path, name):
    files, expected = CASES[name]
    wanted = [line.strip() for line in expected.strip().split("\n")]
    assert sorted(routes(tmp_path, split(files))) == sorted(wanted)


def test_a_prefix_that_is_no_literal_leaves_the_right_end_and_says_so(tmp_path):
    text = CASES["spring"][0].replace('("/api/cranes")', "(Paths.CRANES)")
    found = inventory(workspace(tmp_path, split(text))).entries
    assert {entry.confidence for entry in found} == {"partial"}
    assert "GET /{CRANES}/{id}" in {entry.name for entry in found}


def test_where_a_function_is_mounted_elsewhere_the_path_is_partial(tmp_path):
    found = inventory(workspace(tmp_path, split(CASES["rust"][0]))).entries
    assert [(e.line, e.handler, e.confidence) for e in found] == [
        (4, "create", "partial"),
        (2, "show", "partial"),
    ]
