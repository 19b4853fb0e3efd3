"""One small application per framework, with the list of what it serves beside it."""

from __future__ import annotations

import pytest
from code_files import routes, split, workspace

from intent_tui.probe.entries import inventory

CASES: dict[str, tuple[str, str]] = {
    "express": (
        """
        === src/app.ts
        import express from "express";
        import { crates } from "./routes/crates";
        import bays from "./routes";
        const BASE = "/v2";
        const app = express();
        app.use(express.json());
        app.use("/api/crates", crates);
        app.use(`${BASE}/yard`, bays);
        app.route("/health").get((req, res) => res.end()).post(check);
        app.get("title");
        app.listen(3000);
        === src/routes/crates.ts
        import { Router } from "express";
        export const crates = Router();
        crates.get("/", list);
        crates.get("/:id", async (req, res) => { res.json(await db.find(req.params.id)); });
        crates.delete("/:id", guard, ctl.remove);
        === src/routes/index.ts
        export { default } from "./bays";
        === src/routes/bays.ts
        import express from "express";
        const router = express.Router();
        router.get("/bays", auth, list);
        if (process.env.DEBUG) router.post("/bays/reset", reset);
        export default router;
        """,
        """
        GET /api/crates
        DELETE /api/crates/:id
        GET /api/crates/:id
        GET /health
        POST /health
        GET /v2/yard/bays
        POST /v2/yard/bays/reset
        """,
    ),
    "express commonjs": (
        """
        === index.js
        const express = require("express");
        const app = express();
        const { barges } = require("./lib/routers");
        app.use("/barges", barges);
        require("./lib/admin")(app);
        app.use("/locks", require("./lib/locks"));
        module.exports = app;
        === lib/routers/index.js
        exports.barges = require("./barges");
        === lib/routers/barges.js
        const router = require("express").Router();
        router.get("/", (req, res) => res.json([]));
        router.post("/", create);
        module.exports = router;
        === lib/admin.js
        module.exports = function (app) {
          app.delete("/admin/barges/:id", (req, res) => res.end());
        };
        === lib/locks.js
        const { Router } = require("express");
        const locks = new Router();
        locks.put("/:id", update);
        module.exports = locks;
        """,
        """
        DELETE /admin/barges/:id
        GET /barges
        POST /barges
        PUT /locks/:id
        """,
    ),
    "express class": (
        """
        === src/server.ts
        import express, { Application } from "express";
        import { FerryRoutes } from "./ferries";
        class Server {
          public app: Application = express();
          constructor() {
            this.app.use("/ferries", new FerryRoutes().router);
            this.app.get("/ping", (req, res) => res.send("pong"));
          }
        }
        new Server();
        === src/ferries.ts
        import { Router } from "express";
        export class FerryRoutes {
          public router = Router();
          constructor() {
            this.router.get("/:id", this.one);
          }
        }
        """,
        """
        GET /ferries/:id
        GET /ping
        """,
    ),
    "koa": (
        """
        === app.js
        const Koa = require("koa");
        const Router = require("@koa/router");
        const app = new Koa();
        const looms = new Router({ prefix: "/looms" });
        looms.get("/", async (ctx) => { ctx.body = []; });
        looms.del("/:id", remove);
        const api = new Router();
        api.use("/api", looms.routes(), looms.allowedMethods());
        app.use(api.routes());
        """,
        """
        GET /api/looms
        DELETE /api/looms/:id
        """,
    ),
    "fastify": (
        """
        === src/app.ts
        import Fastify, { FastifyInstance } from "fastify";
        import fp from "fastify-plugin";
        import quarries from "./quarries";
        const app = Fastify({ logger: true });
        app.register(quarries, { prefix: "/quarries" });
        app.register(async (inner) => {
          inner.get("/inner", async () => "x");
        }, { prefix: "/v1" });
        app.route({ method: ["GET", "HEAD"], url: "/state", handler: state });
        app.listen({ port: 1 });
        === src/quarries.ts
        import { FastifyInstance } from "fastify";
        export default async function quarries(fastify: FastifyInstance) {
          fastify.get("/", { schema }, list);
          fastify.post("/:id/stones", async (request, reply) => reply.send());
        }
        """,
        """
        GET /quarries
        POST /quarries/:id/stones
        GET /state
        HEAD /state
        GET /v1/inner
        """,
    ),
    "hono": (
        """
        === src/index.ts
        import { Hono } from "hono";
        import { kilns } from "./kilns";
        const app = new Hono().basePath("/api");
        app.get("/", (c) => c.text("hi")).post("/fire", (c) => c.json({}));
        app.route("/kilns", kilns);
        export default app;
        === src/kilns.ts
        import { Hono } from "hono";
        export const kilns = new Hono();
        kilns.get("/:id", (c) => c.json({}));
        kilns.on(["PUT", "PATCH"], "/:id", (c) => c.json({}));
        """,
        """
        GET /api
        POST /api/fire
        GET /api/kilns/:id
        PATCH /api/kilns/:id
        PUT /api/kilns/:id
        """,
    ),
    "nestjs": (
        """
        === src/main.ts
        import { NestFactory } from "@nestjs/core";
        async function main() {
          const app = await NestFactory.create(AppModule);
          app.setGlobalPrefix("api");
        }
        === src/orchards.controller.ts
        import { Controller, Get, Post, Delete, Param } from "@nestjs/common";
        @Controller("orchards")
        export class OrchardsController {
          @Get()
          all() { return []; }
          @Get(":id")
          @UseGuards(AuthGuard)
          one(@Param("id") id: string) { return id; }
          @Post()
          add() {}
          @Delete(":id/trees/:tree")
          cut() {}
        }
        """,
        """
        GET /api/orchards
        POST /api/orchards
        GET /api/orchards/:id
        DELETE /api/orchards/:id/trees/:tree
        """,
    ),
    "nextjs": (
        """
        === package.json
        {"dependencies": {"next": "15.0.0"}}
        === src/app/api/mills/[id]/route.ts
        export async function GET(request: Request) { return Response.json({}); }
        export const DELETE = async () => new Response();
        === src/app/(shop)/mills/page.tsx
        export default function Page() { return null; }
        === pages/api/weirs/index.ts
        export default function handler(req, res) { res.end(); }
        === pages/_app.tsx
        export default function App() { return null; }
        """,
        """
        DELETE /api/mills/[id]
        GET /api/mills/[id]
        ANY /api/weirs
        GET /mills
        """,
    ),
    "fastapi": (
        """
        === app/main.py
        from fastapi import FastAPI
        from app.api import router as api_router
        from app.settings import PREFIX

        app = FastAPI(title="x")
        app.include_router(api_router, prefix=PREFIX)

        @app.get("/alive")
        async def alive() -> bool:
            return True
        === app/settings.py
        PREFIX = "/api/v1"
        === app/api/__init__.py
        from fastapi import APIRouter
        from app.api import glaciers
        from .moraines import router as moraines

        router = APIRouter()
        router.include_router(glaciers.router, prefix="/glaciers", tags=["x"])
        router.include_router(moraines)
        === app/api/glaciers.py
        from fastapi import APIRouter, Depends

        router = APIRouter()

        @router.get("/{glacier_id}", response_model=Glacier)
        def read_one(glacier_id: int): ...

        @router.post("/")
        def create(): ...

        @router.api_route("/both", methods=["GET", "PUT"])
        def both(): ...
        === app/api/moraines.py
        from fastapi import APIRouter
        router = APIRouter(prefix="/moraines")

        @router.delete("/{key}")
        async def drop(key: str): ...
        """,
        """
        GET /alive
        POST /api/v1/glaciers
        GET /api/v1/glaciers/both
        PUT /api/v1/glaciers/both
        GET /api/v1/glaciers/{glacier_id}
        DELETE /api/v1/moraines/{key}
        """,
    ),
    "flask": (
        """
        === web/__init__.py
        from flask import Flask

        def create_app():
            app = Flask(__name__)
            from .buoys import bp
            from . import tides
            app.register_blueprint(bp)
            app.register_blueprint(tides.bp, url_prefix="/sea")
            app.add_url_rule("/plain", view_func=plain)

            @app.route("/")
            def index():
                return "x"
            return app
        === web/buoys.py
        from flask import Blueprint
        bp = Blueprint("buoys", __name__, url_prefix="/buoys")

        @bp.route("/<int:buoy>", methods=["GET", "POST"])
        def one(buoy): ...

        @bp.get("/all")
        def every(): ...
        === web/tides.py
        from flask import Blueprint
        bp = Blueprint("tides", __name__, url_prefix="/ignored")

        @bp.post("/tides")
        def add(): ...
        """,
        """
        GET /
        GET /buoys/<int:buoy>
        POST /buoys/<int:buoy>
        GET /buoys/all
        GET /plain
        POST /sea/tides
        """,
    ),
    "starlette": (
        """
        === app.py
        from starlette.applications import Starlette
        from starlette.routing import Mount, Route, WebSocketRoute

        inner = [Route("/{slug}", page), Route("/", make, methods=["POST"])]
        routes = [
            Route("/", home),
            Mount("/pages", routes=inner),
            WebSocketRoute("/ws", socket),
        ]
        app = Starlette(debug=True, routes=routes)
        """,
        """
        GET /
        POST /pages
        GET /pages/{slug}
        WS /ws
        """,
    ),
    "django": (
        """
        === site/urls.py
        from django.urls import include, path, re_path
        from caves import views

        urlpatterns = [
            path("caves/", include("caves.urls")),
            path("about/", views.about),
            re_path(r"^archive/(?P<year>[0-9]{4})/$", views.archive),
        ]
        === caves/urls.py
        from django.urls import include, path
        from rest_framework.routers import DefaultRouter
        from . import views

        prefix = "deep/"
        router = DefaultRouter()
        router.register("bats", views.BatViewSet)
        router.register(r"drips", views.DripViewSet)
        urlpatterns = [
            path("", views.CaveList.as_view(), name="list"),
            path("<int:pk>/", views.one),
            path("api/", include(router.urls)),
        ]
        urlpatterns += [path(prefix + "x/", views.one)]
        === caves/views.py
        from django.views import View
        from rest_framework.decorators import action, api_view
        from rest_framework.viewsets import ModelViewSet, ReadOnlyModelViewSet

        def about(request): ...
        def archive(request, year): ...

        @api_view(["GET", "PUT"])
        def one(request, pk): ...

        class CaveList(View):
            def get(self, request): ...
            def post(self, request): ...

        class BatViewSet(ModelViewSet):
            @action(detail=True, methods=["post"])
            def wake(self, request, pk=None): ...

        class DripViewSet(ReadOnlyModelViewSet):
            lookup_field = "slug"
        """,
        """
        ANY /about
        ANY /archive/<year>
        GET /caves
        POST /caves
        GET /caves/<int:pk>
        PUT /caves/<int:pk>
        GET /caves/api/bats
        POST /caves/api/bats
        DELETE /caves/api/bats/<pk>
        GET /caves/api/bats/<pk>
        PATCH /caves/api/bats/<pk>
        PUT /caves/api/bats/<pk>
        POST /caves/api/bats/<pk>/wake
        GET /caves/api/drips
        GET /caves/api/drips/<slug>
        GET /caves/deep/x
        PUT /caves/deep/x
        """,
    ),
    "net/http": (
        """
        === go.mod
        module example.org/quay

        go 1.22
        === main.go
        package main

        import "net/http"

        func main() {
            mux := http.NewServeMux()
            mux.HandleFunc("GET /cranes/{id}", crane)
            mux.HandleFunc("/plain", func(w http.ResponseWriter, r *http.Request) {})
            mux.Handle("/static/", http.StripPrefix("/static", http.FileServer(dir)))
            http.HandleFunc("/global", global)
            inner := http.NewServeMux()
            inner.HandleFunc("POST /lift", lift)
            mux.Handle("/in/", http.StripPrefix("/in", inner))
        }
        """,
        """
        GET /cranes/{id}
        ANY /global
        POST /in/lift
        ANY /plain
        ANY /static
        """,
    ),
    "gin": (
        """
        === go.mod
        module example.org/quay
        === main.go
        package main

        import (
            "github.com/gin-gonic/gin"
            "example.org/quay/hulls"
        )

        func main() {
            r := gin.Default()
            r.GET("/ping", ping)
            v1 := r.Group("/v1")
            {
                v1.POST("/login", login)
            }
            hulls.Register(v1.Group("/hulls"))
            r.Handle("PUT", "/raw", raw)
        }
        === hulls/routes.go
        package hulls

        import "github.com/gin-gonic/gin"

        func Register(g *gin.RouterGroup) {
            g.GET("", List)
            g.DELETE("/:id", remove)
        }
        """,
        """
        GET /ping
        PUT /raw
        GET /v1/hulls
        DELETE /v1/hulls/:id
        POST /v1/login
        """,
    ),
    "echo": (
        """
        === go.mod
        module example.org/quay
        === srv/server.go
        package srv

        import "github.com/labstack/echo/v4"

        type Server struct { echo *echo.Echo }

        func New() *Server {
            s := &Server{echo: echo.New()}
            s.routes()
            return s
        }
        === srv/routes.go
        package srv

        func (s *Server) routes() {
            s.echo.GET("/sails", s.list)
            api := s.echo.Group("/api", auth)
            api.PATCH("/sails/:id", s.patch)
        }
        """,
        """
        PATCH /api/sails/:id
        GET /sails
        """,
    ),
    "chi": (
        """
        === go.mod
        module example.org/quay
        === main.go
        package main

        import "github.com/go-chi/chi/v5"

        func main() {
            r := chi.NewRouter()
            r.Use(middleware.Logger)
            r.Get("/", index)
            r.Route("/ropes", func(r chi.Router) {
                r.With(paginate).Get("/", list)
                r.Route("/{id}", func(r chi.Router) {
                    r.Put("/", update)
                })
            })
            r.Group(func(r chi.Router) {
                r.Post("/knots", tie)
            })
            r.Mount("/admin", adminRouter())
        }

        func adminRouter() chi.Router {
            r := chi.NewRouter()
            r.Delete("/all", wipe)
            return r
        }
        """,
        """
        GET /
        DELETE /admin/all
        POST /knots
        GET /ropes
        PUT /ropes/{id}
        """,
    ),
    "gorilla": (
        """
        === go.mod
        module example.org/quay
        === main.go
        package main

        import (
            "net/http"
            "github.com/gorilla/mux"
        )

        func main() {
            r := mux.NewRouter()
            r.HandleFunc("/oars", list).Methods("GET")
            r.HandleFunc("/oars/{id}", save).Methods(http.MethodPut, http.MethodPatch)
            s := r.PathPrefix("/deep").Subrouter()
            s.HandleFunc("/any", any)
            r.Path("/late").Methods("POST").HandlerFunc(late)
        }
        """,
        """
        ANY /deep/any
        POST /late
        GET /oars
        PATCH /oars/{id}
        PUT /oars/{id}
        """,
    ),
    "fiber": (
        """
        === go.mod
        module example.org/quay
        === main.go
        package main

        import "github.com/gofiber/fiber/v2"

        func main() {
            app := fiber.New()
            api := app.Group("/api")
            api.Get("/masts/:id", one)
            api.Post("/masts", func(c *fiber.Ctx) error { return nil })
            app.Route("/nested", func(r fiber.Router) {
                r.Delete("/x", drop)
            })
        }
        """,
        """
        POST /api/masts
        GET /api/masts/:id
        DELETE /nested/x
        """,
    ),
}


@pytest.mark.parametrize("framework", CASES)
def test_every_route_is_found_and_no_other(framework, tmp_path):
    text, expected = CASES[framework]
    assert routes(tmp_path, split(text)) == [line.strip() for line in expected.strip().split("\n")]


@pytest.mark.parametrize("framework", CASES)
def test_every_entry_stands_where_it_says(framework, tmp_path):
    text, _ = CASES[framework]
    opened = workspace(tmp_path, split(text))
    for entry in inventory(opened).entries:
        line = (tmp_path / entry.file).read_text().split("\n")[entry.line - 1]
        tail = entry.handler.rpartition(".")[2]
        last = entry.path.rstrip("/").rpartition("/")[2].strip("<>{}[]:").rpartition(":")[2]
        assert line.strip(), entry
        assert (
            entry.framework in ("nextjs", "nestjs") or tail in line or last in line or '"' in line
        ), entry
