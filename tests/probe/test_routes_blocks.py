"""Routes as calls in nested blocks: one small application per framework, all of it beside it."""

from __future__ import annotations

import pytest
from code_files import routes, split, workspace

from intent_tui.probe.entries import inventory

CASES = {
    "rails": (
        """
        === config/routes.rb
        Rails.application.routes.draw do
          root "docks#home"
          get "up" => "health#show", as: :up
          get "/feed(/:page)(.:format)", to: "feed#index"
          match "login", to: "session#login", via: [:get, :post]
          # get "gone"
          %w[open shut].each do |state|
            get "gates/#{state}", to: "gates#list"
          end
          namespace :yard, path: "depot" do
            resources :cranes, only: %i[index show] do
              member { post :lift }
              get :idle, on: :collection
              resources :logs, only: [:index]
            end
          end
          scope "(:locale)", module: "public" do
            resource :profile, except: [:destroy, :new, :edit]
          end
          resources :berths, param: :code, only: :destroy, concerns: :noted
          concern :noted do
            resources :notes, only: [:create]
          end
          resources :ships, shallow: true, only: [] do
            resources :crews, only: [:index, :show]
          end
          get "debug", to: "debug#show" if Rails.env.development?
          mount Tally::Engine => "/tally"
          mount Sidekiq::Web, at: "/jobs"
          draw :tides
        end
        === config/routes/tides.rb
        get "tides/today", to: "tides#today"
        === engines/tally/config/routes.rb
        Tally::Engine.routes.draw do
          get "sums", to: "sums#index"
        end
        """,
        """
        GET /
        GET /up
        GET /feed
        GET /feed/:page
        GET /login
        POST /login
        GET /gates/open
        GET /gates/shut
        GET /depot/cranes
        GET /depot/cranes/:id
        POST /depot/cranes/:id/lift
        GET /depot/cranes/idle
        GET /depot/cranes/:crane_id/logs
        GET /profile
        GET /:locale/profile
        POST /profile
        POST /:locale/profile
        PATCH /profile
        PATCH /:locale/profile
        PUT /profile
        PUT /:locale/profile
        DELETE /berths/:code
        POST /berths/:berth_code/notes
        GET /ships/:ship_id/crews
        GET /crews/:id
        GET /debug
        GET /tally/sums
        ANY /jobs
        GET /tides/today
        """,
    ),
    "sinatra": (
        """
        === app.rb
        require "sinatra"
        get "/" do
          cache.get "/no-route"
        end
        post("/crates") { |x| x }
        === lib/base.rb
        require "sinatra/base"
        module Yard
          class Base < Sinatra::Base
            configure { set :x, 1 }
          end
        end
        === lib/crates.rb
        class Crates < Yard::Base
          namespace "/v1" do
            get "/crates/:id" do
              erb :crate
            end
          end
          route :put, :patch, "/crates/:id" do
          end
        end
        === config.ru
        require "sinatra"
        map "/api" do
          run Crates
        end
        """,
        """
        GET /
        POST /crates
        GET /api/v1/crates/:id
        PUT /api/crates/:id
        PATCH /api/crates/:id
        """,
    ),
    "grape": (
        """
        === api/root.rb
        module Yard
          class Root < Grape::API
            prefix :api
            version "v2", using: :path
            mount Yard::Cranes
          end
        end
        === api/cranes.rb
        module Yard
          class Cranes < Grape::API
            resource :cranes do
              get do
              end
              route_param :id, type: Integer do
                delete :lift do
                end
              end
            end
          end
        end
        """,
        """
        GET /api/v2/cranes
        DELETE /api/v2/cranes/:id/lift
        """,
    ),
    "phoenix": (
        """
        === lib/dock_web/router.ex
        defmodule DockWeb.Router do
          use DockWeb, :router

          pipeline :api do
            plug :accepts, ["json"]
          end

          scope "/", DockWeb do
            pipe_through :browser
            get "/", PageController, :home
            live "/cranes/:id", CraneLive, :show
            resources "/ships", ShipController, only: [:index, :show] do
              resources "/crews", CrewController, only: [:create]
            end
            resources("/session", SessionController, singleton: true, only: [:delete])
          end

          scope path: "/api", alias: DockWeb.Api do
            match :options, "/any", AnyController, :show
            for prefix <- ["/", "/yards/:yard"] do
              scope prefix do
                post "/loads", LoadController, :create
              end
            end
            forward "/graph", Absinthe.Plug
            forward "/inner", DockWeb.Inner
          end

          if Mix.env() == :dev do
            get "/mailbox", MailController, :index
          end
        end
        === lib/dock_web/inner.ex
        defmodule DockWeb.Inner do
          use Plug.Router
          get "/ping" do
            send_resp(conn, 200, "pong")
          end
          match _ do
            send_resp(conn, 404, "")
          end
        end
        """,
        """
        GET /
        GET /cranes/:id
        GET /ships
        GET /ships/:id
        POST /ships/:ship_id/crews
        DELETE /session
        OPTIONS /api/any
        POST /api/loads
        POST /api/yards/:yard/loads
        ANY /api/graph
        GET /api/inner/ping
        GET /mailbox
        """,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_every_route_is_found_and_nothing_else(tmp_path, name):
    files, expected = CASES[name]
    wanted = [line.strip() for line in expected.strip().split("\n")]
    assert sorted(routes(tmp_path, split(files))) == sorted(wanted)


def test_the_order_of_the_files_does_not_matter(tmp_path):
    files = split(CASES["rails"][0])
    turned = {
        f"z{path}" if path.startswith("engines") else path: text for path, text in files.items()
    }
    assert routes(tmp_path / "a", files) == routes(tmp_path / "b", turned)


def test_a_route_taken_away_takes_one_entry_with_it(tmp_path):
    files = split(CASES["rails"][0])
    before = routes(tmp_path / "a", files)
    for number, gone in enumerate(('get "up" => "health#show", as: :up', "member { post :lift }",
                                   "resources :logs, only: [:index]")):  # fmt: skip
        assert gone in files["config/routes.rb"]
        left = {path: text.replace(gone, "") for path, text in files.items()}
        after = routes(tmp_path / f"b{number}", left)
        assert len(after) == len(before) - 1
        assert set(after) < set(before)


def test_handlers_conditions_and_lines_are_told(tmp_path):
    found = inventory(workspace(tmp_path, split(CASES["rails"][0]))).entries
    by_name = {entry.name: entry for entry in found}
    lines = split(CASES["rails"][0])["config/routes.rb"].split("\n")
    for entry in found:
        if entry.file == "config/routes.rb":
            assert entry.framework == "rails"
            assert lines[entry.line - 1].strip()
    assert by_name["GET /debug"].confidence == "conditional"
    assert by_name["GET /depot/cranes/:id"].handler == "yard/cranes#show"
    assert by_name["GET /depot/cranes/:id"].access == "read"
    assert by_name["POST /depot/cranes/:id/lift"].access == "write"
    assert by_name["ANY /jobs"].confidence == "partial"
    assert by_name["GET /gates/shut"].confidence == "resolved"
    assert by_name["GET /gates/shut"].line == next(
        number for number, text in enumerate(lines, 1) if "gates/#" in text
    )


def test_an_engine_nobody_mounts_keeps_the_right_end(tmp_path):
    files = split(CASES["rails"][0])
    text = files["config/routes.rb"].replace('mount Tally::Engine => "/tally"', "")
    found = inventory(workspace(tmp_path, {**files, "config/routes.rb": text})).entries
    sums = [entry for entry in found if entry.path.endswith("/sums")]
    assert [(entry.name, entry.confidence) for entry in sums] == [("GET /sums", "partial")]


def test_a_prefix_that_is_not_known_hides_no_route(tmp_path):
    text = """
    Rails.application.routes.draw do
      scope Settings.base do
        get "cranes", to: "cranes#index"
        resources :ships, only: [:index], path: Settings.ships
      end
      get "#{Settings.area}/logs", to: "logs#index"
    end
    """
    found = inventory(workspace(tmp_path, {"config/routes.rb": text})).entries
    assert len(found) == 3
    assert any(entry.path.endswith("/cranes") for entry in found)
    logs = next(entry for entry in found if entry.path.endswith("/logs"))
    assert logs.confidence == "partial"


def test_what_an_unknown_wrapper_does_is_not_known(tmp_path):
    text = """
    Rails.application.routes.draw do
      constraints(host: "yard") { get "cranes", to: "cranes#index" }
      gem_wrapper :yard do
        get "loads", to: "loads#index"
      end
      resources :projects, only: [] do
        shallow { resources :members, only: [:show] }
      end
    end
    """
    found = inventory(workspace(tmp_path, {"config/routes.rb": text})).entries
    assert [(entry.name, entry.confidence) for entry in found] == [
        ("GET /cranes", "literal"),
        ("GET /loads", "partial"),
        ("GET /members/:id", "literal"),
    ]
