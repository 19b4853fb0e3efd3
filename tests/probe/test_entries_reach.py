"""Small applications whose routes take more than one step to be seen, and what they serve."""

from __future__ import annotations

import pytest
from code_files import routes, split, workspace

from intent_tui.probe.entries import inventory

CASES: dict[str, tuple[str, str]] = {
    "fastapi: a prefix in a settings class that a function gives, children by name": (
        """
        === svc/settings.py
        class Base:
            root: str = "/quay"

        class Settings(Base):
            debug: bool = False

        def load() -> Settings:
            return pick()()
        === svc/cranes.py
        from fastapi import APIRouter

        router = APIRouter()
        HIDDEN = "internal"

        @router.get(path="/cranes")
        def cranes(): ...

        @router.get(f"/{HIDDEN}/{{crane}}")
        def hidden(crane: str): ...
        === svc/main.py
        from fastapi import FastAPI
        from svc import cranes
        from svc.settings import load

        settings = load()
        app = FastAPI()
        app.include_router(router=cranes.router, prefix=settings.root)
        """,
        """
        GET /quay/cranes
        GET /quay/internal/{crane}
        """,
    ),
    "flask: a blueprint whose file imports no framework, views as classes": (
        """
        === port/api/__init__.py
        from flask import Blueprint

        bp = Blueprint("api", __name__)
        from port.api import berths, tolls
        === port/api/berths.py
        from port.api import bp

        @bp.route("/berths", methods=["POST"])
        def book(): ...
        === port/api/tolls.py
        from flask.views import MethodView
        from port.api import bp

        class Base(MethodView):
            def get(self): ...

        class Tolls(Base):
            def delete(self): ...

        bp.add_url_rule(rule="/tolls", view_func=Tolls.as_view("tolls"))
        === port/app.py
        from flask import Flask
        from port.api import bp

        def create():
            app = Flask(__name__)
            app.register_blueprint(bp, url_prefix="/api")
            for path, view in [("/about", about), ("/terms", terms)]:
                app.add_url_rule(path, view_func=view)
            return app
        """,
        """
        GET /about
        POST /api/berths
        DELETE /api/tolls
        GET /api/tolls
        GET /terms
        """,
    ),
    "django: resource routers of another file, the whole list below an unknown prefix": (
        """
        === yard/settings.py
        ROOT_URLCONF = "yard.urls"
        === yard/api.py
        from rest_framework import mixins, viewsets
        from rest_framework.routers import SimpleRouter

        class HullViewSet(viewsets.GenericViewSet, mixins.ListModelMixin):
            lookup_field = "code"

        hulls = SimpleRouter()
        hulls.register("", HullViewSet)
        === yard/urls.py
        from django.conf import settings
        from django.urls import include, path
        from yard import api as routers

        urlpatterns = [
            path("health", health),
            path("api/hulls/", include(routers.hulls.urls)),
        ]
        if settings.CONTEXT:
            urlpatterns = [path(settings.CONTEXT, include(urlpatterns))]
        """,
        """
        GET /api/hulls
        ANY /health
        """,
    ),
    "django: lists that grow, arguments by name": (
        """
        === reef/views.py
        from rest_framework import viewsets

        class CoralViewSet(viewsets.ReadOnlyModelViewSet): ...
        === reef/urls.py
        from django.urls import path
        from rest_framework.routers import DefaultRouter
        from reef.views import CoralViewSet

        corals = DefaultRouter()
        corals.register(prefix="corals", viewset=CoralViewSet)
        urlpatterns = [path(route="map", view=chart)]
        urlpatterns.append(path("tide", tide))
        urlpatterns.extend(corals.urls)
        """,
        """
        GET /corals
        GET /corals/<pk>
        ANY /map
        ANY /tide
        """,
    ),
    "net/http: the root alone": (
        """
        === main.go
        package main

        import "net/http"

        func main() {
            mux := http.NewServeMux()
            mux.HandleFunc("GET /{$}", home)
            mux.HandleFunc("GET /logs/{$}", logs)
        }
        """,
        """
        GET /
        GET /logs
        """,
    ),
    "aiohttp": (
        """
        === app.py
        from aiohttp import web

        table = web.RouteTableDef()

        @table.view("/buoys/{id}")
        class Buoy(web.View):
            async def get(self): ...
            async def patch(self): ...

        @table.route("PUT", "/tide")
        async def tide(request): ...

        deck = [web.get("/plank/{n}", plank), web.route("*", "/any", anything)]

        def main():
            app = web.Application()
            inner = web.Application()
            inner.router.add_routes(deck)
            app.add_subapp("/deck", inner)
            app.router.add_routes(table)
            app.router.add_route("POST", "/horn", horn)
        """,
        """
        GET /buoys/{id}
        PATCH /buoys/{id}
        ANY /deck/any
        GET /deck/plank/{n}
        POST /horn
        PUT /tide
        """,
    ),
    "sanic": (
        """
        === app.py
        from sanic import Blueprint, Sanic

        app = Sanic("locks")
        bp = Blueprint("gates", url_prefix="/gates")

        @bp.get("/<name>")
        async def gate(request, name): ...

        @app.route("/open", methods=["POST"])
        async def unlock(request): ...

        app.add_route(level, uri="/level")
        app.blueprint(bp)
        """,
        """
        GET /gates/<name>
        GET /level
        POST /open
        """,
    ),
    "bottle": (
        """
        === app.py
        from bottle import Bottle, post, route

        inner = Bottle()

        @route("/ping")
        def ping(): ...

        @post("/logs")
        def logs(): ...

        @inner.get("/sails")
        def sails(): ...
        """,
        """
        POST /logs
        GET /ping
        GET /sails
        """,
    ),
    "express: routes in loops over written lists": (
        """
        === app.js
        const express = require("express");
        const app = express();
        const table = [
          // every part of the harbour
          { path: "/docks", route: require("./docks") },
          { route: require("./piers"), path: "/piers" },
        ];
        table.forEach((each) => { app.use(each.path, each.route); });
        for (const [url, file] of new Map([["/a.css", "a"], ["/b.css", "b"]])) {
          app.get(url, send(file));
        }
        === docks.js
        const router = require("express").Router();
        router.get("/", list);
        module.exports = router;
        === piers.js
        const router = require("express").Router();
        router.post("/:id", save);
        module.exports = router;
        """,
        """
        GET /a.css
        GET /b.css
        GET /docks
        POST /piers/:id
        """,
    ),
    "koa: a route with a name": (
        """
        === app.js
        const Koa = require("koa");
        const Router = require("@koa/router");
        const app = new Koa();
        const router = new Router({ prefix: "/v1" });
        router.get("berth.show", "/berths/:id", show);
        app.use(router.routes());
        """,
        "GET /v1/berths/:id",
    ),
    "fastify: made where it is loaded": (
        """
        === app.js
        const app = require("fastify")({ logger: true });
        app.get("/ropes", list);
        app.route({ method: ["PUT", "PATCH"], url: "/ropes/:id", handler: save });
        """,
        """
        GET /ropes
        PATCH /ropes/:id
        PUT /ropes/:id
        """,
    ),
    "hapi": (
        """
        === app.js
        const Hapi = require("@hapi/hapi");
        const server = Hapi.server({ port: 3000 });
        server.route({ method: "GET", path: "/knots", handler: list });
        server.route([
          { method: "POST", path: "/knots", handler: tie },
          { method: "DELETE", path: "/knots/{id}", handler: untie },
        ]);
        """,
        """
        GET /knots
        POST /knots
        DELETE /knots/{id}
        """,
    ),
    "oak": (
        """
        === app.ts
        import { Application, Router } from "@oak/oak";
        const router = new Router({ prefix: "/v2" });
        router.get("/flags", list);
        new Application().use(router.routes());
        """,
        "GET /v2/flags",
    ),
    "restify": (
        """
        === app.js
        const restify = require("restify");
        const server = restify.createServer();
        server.get({ url: "/winds/:id" }, one);
        server.del("/winds/:id", drop);
        """,
        """
        DELETE /winds/:id
        GET /winds/:id
        """,
    ),
    "nest: versions, a global prefix with exceptions, a base controller, an enum": (
        """
        === src/main.ts
        import { NestFactory } from "@nestjs/core";
        const app = await NestFactory.create(AppModule);
        app.setGlobalPrefix("api", { exclude: ["health"] });
        app.enableVersioning();
        === src/paths.ts
        export enum Paths { Masts = "masts" }
        === src/base.ts
        import { Get } from "@nestjs/common";
        export class Base {
          @Get("count")
          count() {}
        }
        === src/masts.ts
        import { Controller, Get, Post, Version } from "@nestjs/common";
        import { Base } from "./base";
        import { Paths } from "./paths";
        @Controller({ path: Paths.Masts, version: ["1", "2"] })
        export class Masts extends Base {
          @Version("3")
          @Post()
          raise() {}
        }
        @Controller("health")
        export class Health {
          @Get()
          ok() {}
        }
        """,
        """
        GET /api/v1/masts/count
        GET /api/v2/masts/count
        POST /api/v3/masts
        GET /health
        """,
    ),
    "nest: no versions in paths where the application has them in a header": (
        """
        === main.ts
        import { NestFactory } from "@nestjs/core";
        const app = await NestFactory.create(AppModule);
        app.enableVersioning({ type: VersioningType.HEADER, header: "v" });
        === sails.ts
        import { Controller, Get } from "@nestjs/common";
        @Controller({ path: "sails", version: "1" })
        export class Sails {
          @Get()
          all() {}
        }
        """,
        "GET /sails",
    ),
    "sveltekit": (
        """
        === package.json
        {"devDependencies": {"@sveltejs/kit": "^2"}}
        === src/routes/(plain)/about/+page.svelte
        <h1>About</h1>
        === src/routes/ports/[[lang=two]]/+page.svelte
        <h1>Ports</h1>
        === src/routes/api/ports/[id]/+server.ts
        export async function GET() {}
        export const { PUT } = made();
        === src/routes/login/+page.server.ts
        export const actions = { default: async () => {} };
        """,
        """
        GET /about
        GET /api/ports/[id]
        PUT /api/ports/[id]
        POST /login
        GET /ports/[lang]
        """,
    ),
    "nuxt, beside a package that is none": (
        """
        === site/nuxt.config.ts
        export default {};
        === site/server/api/reefs/[id].delete.ts
        export default handler;
        === site/server/api/[...rest].get.ts
        export default handler;
        === site/server/routes/tide.ts
        export default handler;
        === site/pages/map/index.vue
        <template/>
        === tool/package.json
        {"dependencies": {"left": "1"}}
        === tool/server/api/no.ts
        export default handler;
        """,
        """
        GET /api/[...rest]
        DELETE /api/reefs/[id]
        GET /map
        ANY /tide
        """,
    ),
    "nitro": (
        """
        === nitro.config.ts
        export default {};
        === routes/logs.get.ts
        export default handler;
        === routes/logs/[id].ts
        export default handler;
        """,
        """
        GET /logs
        ANY /logs/[id]
        """,
    ),
    "remix": (
        """
        === package.json
        {"dependencies": {"@remix-run/react": "2"}}
        === app/routes/_index.tsx
        export default function Home() {}
        === app/routes/_gate.hulls.$hullId_.edit.tsx
        export async function action() {}
        === app/routes/feed[.]xml.tsx
        export async function loader() {}
        === app/routes/charts/route.tsx
        export default function Charts() {}
        """,
        """
        GET /
        GET /charts
        GET /feed.xml
        ANY /hulls/:hullId/edit
        """,
    ),
    "astro": (
        """
        === astro.config.mjs
        export default {};
        === src/pages/index.astro
        <html/>
        === src/pages/api/tides.ts
        export async function POST() {}
        export const ALL = any;
        """,
        """
        GET /
        ANY /api/tides
        POST /api/tides
        """,
    ),
    "fresh": (
        """
        === deno.json
        {"imports": {"$fresh/": "https://example.org/fresh/"}}
        === routes/index.tsx
        export default function Page() {}
        === routes/api/oars.ts
        import { Handlers } from "$fresh/server.ts";
        export const handler: Handlers = {
          GET(req) { return new Response(""); },
          async POST(req) { return new Response(""); },
        };
        """,
        """
        GET /
        GET /api/oars
        POST /api/oars
        """,
    ),
    "chi: a value whose method gives the router": (
        """
        === go.mod
        module example.org/slip
        === main.go
        package main

        import "github.com/go-chi/chi/v5"

        type keels struct{}

        type ribs struct{}

        func (k keels) Routes() chi.Router {
            r := chi.NewRouter()
            r.Get("/{id}", one)
            return r
        }

        func (r ribs) Routes() chi.Router {
            x := chi.NewRouter()
            x.Post("/", add)
            return x
        }

        func main() {
            r := chi.NewRouter()
            r.Mount("/keels", keels{}.Routes())
            r.Mount("/ribs", ribs{}.Routes())
        }
        """,
        """
        GET /keels/{id}
        POST /ribs
        """,
    ),
    "hertz": (
        """
        === main.go
        package main

        import "github.com/cloudwego/hertz/pkg/app/server"

        func main() {
            h := server.Default()
            v1 := h.Group("/v1")
            v1.GET("/nets", list)
            v1.Any("/any", any)
        }
        """,
        """
        ANY /v1/any
        GET /v1/nets
        """,
    ),
    "httprouter": (
        """
        === main.go
        package main

        import "github.com/julienschmidt/httprouter"

        func main() {
            r := httprouter.New()
            r.GET("/bells/:id", one)
            r.Handle("PUT", "/bells/:id", save)
        }
        """,
        """
        GET /bells/:id
        PUT /bells/:id
        """,
    ),
    "iris": (
        """
        === main.go
        package main

        import "github.com/kataras/iris/v12"

        func main() {
            app := iris.New()
            v1 := app.Party("/v1")
            v1.Get("/maps", list)
            app.Handle("POST", "/maps", add)
        }
        """,
        """
        POST /maps
        GET /v1/maps
        """,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_every_route_is_found_and_no_other(case, tmp_path):
    text, expected = CASES[case]
    assert routes(tmp_path, split(text)) == [line.strip() for line in expected.strip().split("\n")]


@pytest.mark.parametrize("case", CASES)
def test_every_entry_stands_on_a_line_that_is_there(case, tmp_path):
    text, _ = CASES[case]
    for entry in inventory(workspace(tmp_path, split(text))).entries:
        lines = (tmp_path / entry.file).read_text().split("\n")
        assert lines[entry.line - 1].strip(), entry


def test_the_order_in_which_files_come_does_not_matter(tmp_path):
    text, expected = CASES["express: routes in loops over written lists"]
    turned = dict(reversed(split(text).items()))
    assert routes(tmp_path, turned) == [line.strip() for line in expected.strip().split("\n")]


def test_names_that_stand_for_each_other_end(tmp_path):
    text = """
    === a.py
    from fastapi import FastAPI
    from b import settings

    app = FastAPI()
    mine = settings.other

    @app.get(mine.path)
    def one(): ...
    === b.py
    from a import mine

    settings = mine.make()
    """
    assert routes(tmp_path, split(text)) == ["GET /{mine.path}"]
