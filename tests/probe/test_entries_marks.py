"""Jobs, events and commands that code declares: small sources, all they declare beside them."""

from __future__ import annotations

import random
import re
import time

import pytest
from code_files import split, workspace
from hypothesis import given, settings
from hypothesis import strategies as st

from intent_tui.probe.entries import inventory
from intent_tui.probe.routes.spec_marks import code, of_text
from intent_tui.probe.source import surfaces

CASES: dict[str, tuple[str, str]] = {
    "ruby": (
        """
        === app/workers/sweep.rb
        class SweepWorker
          # once an hour
          include Sidekiq::Worker
          sidekiq_options queue: :low
        end
        class Plain
        end
        # class Gone
        #   include Sidekiq::Job
        === app/jobs/tide.rb
        class ApplicationJob < ActiveJob::Base; end
        class Docks::TideJob < ApplicationJob
        end
        === config/schedule.rb
        every 1.day, at: '4:30 am' do
          rake "docks:sweep"
        end
        every :hour do
          runner "Tide.read"
        end
        === lib/clock.rb
        require 'clockwork'
        every(10.minutes, 'tide.read')
        === karafka.rb
        class App < Karafka::App
          routes.draw do
            topic :loads do
              consumer LoadsConsumer
            end
          end
        end
        === lib/cli.rb
        require "thor"
        class Cli < Thor
          desc "lift NAME", "lifts it"
          option :fast
          def lift(name)
          end
          def helper; end
        end
        """,
        """
        command lift <lift> lib/cli.rb:3
        event consume loads <LoadsConsumer> karafka.rb:3
        job 1.day, at: '4:30 am' docks:sweep <> config/schedule.rb:2
        job 10.minutes tide.read <> lib/clock.rb:2
        job Docks::TideJob <> app/jobs/tide.rb:2
        job SweepWorker <> app/workers/sweep.rb:1
        job :hour Tide.read <> config/schedule.rb:5
        """,
    ),
    "jvm": (
        """
        === src/main/java/Sweeps.java
        import org.quartz.Job;
        public class Sweeps extends Base implements Serializable, Job {
            @Scheduled(cron = "0 0 3 * * *", zone = "UTC")
            @Lock(name = "sweep")
            public void sweep() { }
            @Scheduled(fixedRate = 5000) private void poll() { }
            // @Scheduled(cron = "1 1 1 1 1 1") void gone() { }
            @XxlJob("tideHandler")
            public ReturnT<String> tide(String x) { }
        }
        === src/main/kotlin/Loads.kt
        class Loads {
            @KafkaListener(groupId = "docks", topics = ["loads.in"])
            fun take(load: Load) { }
            @RabbitListener(queues = {"berths"})
            fun berth() { }
            @Incoming("tides")
            fun tide() { kafkaTemplate.send("loads.out", 1) }
            val record = ProducerRecord<String, Load>("loads.dead", load)
        }
        === src/main/java/Cli.java
        import picocli.CommandLine;
        @CommandLine.Command(description = "x", name = "lift")
        class Lift implements Runnable { }
        """,
        """
        command lift <> src/main/java/Cli.java:2
        event consume berths <> src/main/kotlin/Loads.kt:4
        event consume loads.in <> src/main/kotlin/Loads.kt:2
        event consume tides <> src/main/kotlin/Loads.kt:6
        event publish loads.dead <> src/main/kotlin/Loads.kt:8
        event publish loads.out <> src/main/kotlin/Loads.kt:7
        job 0 0 3 * * * sweep <> src/main/java/Sweeps.java:5
        job Sweeps <> src/main/java/Sweeps.java:2
        job fixedRate = 5000 poll <> src/main/java/Sweeps.java:6
        job tideHandler <tide> src/main/java/Sweeps.java:8
        """,
    ),
    "dotnet": (
        """
        === src/Jobs.cs
        using Quartz;
        public class SweepJob : Base, IJob { }
        public sealed class TideReader(ILogger log) : BackgroundService { }
        public static class Setup {
            public static void Add() {
                RecurringJob.AddOrUpdate<Sweeper>("sweep", x => x.Run("all"), "0 4 * * *");
                RecurringJob.AddOrUpdate("tide", () => Read(), Cron.Daily);
                BackgroundJob.Enqueue<Mailer>(m => m.Send());
            }
        }
        === src/Functions.cs
        using System.CommandLine;
        [Function("Nightly")]
        public void Run([TimerTrigger("0 0 2 * * *")] TimerInfo t) { }
        [Function(nameof(Load))]
        public void Load([QueueTrigger("loads")] string x) { }
        public class Taker : IConsumer<LoadTaken> { }
        var dig = new Command("dig");
        """,
        """
        command dig <> src/Functions.cs:7
        event consume LoadTaken <Taker> src/Functions.cs:6
        event consume loads <> src/Functions.cs:5
        job 0 0 2 * * * Nightly <> src/Functions.cs:2
        job 0 4 * * * sweep <Sweeper> src/Jobs.cs:6
        job Cron.Daily tide <> src/Jobs.cs:7
        job Mailer <> src/Jobs.cs:8
        job SweepJob <> src/Jobs.cs:2
        job TideReader <> src/Jobs.cs:3
        """,
    ),
    "rust": (
        """
        === src/main.rs
        use clap::{Parser, Subcommand, Command};
        #[derive(Debug, Subcommand)]
        #[command(about = "x")]
        pub enum Verb {
            /// Lifts
            LiftAll {
                #[arg(long, default_value_t = Size::Small)]
                size: Size,
            },
            Drop(DropArgs),
            List,
            // Gone,
        }
        enum Size { Small, Large }
        fn old() { Command::new("docks").subcommand(Command::new("berth")); }
        """,
        """
        command berth <> src/main.rs:15
        command docks <> src/main.rs:15
        command drop <> src/main.rs:10
        command lift-all <> src/main.rs:6
        command list <> src/main.rs:11
        """,
    ),
    "php": (
        """
        === app/Console/Lift.php
        <?php
        class Lift extends Command {
            protected $signature = 'dock:lift {name} {--fast}';
        }
        === src/Dig.php
        <?php
        #[AsCommand(name: 'dock:dig', description: 'x')]
        final class Dig extends Command {}
        # #[AsCommand(name: 'dock:gone')]
        === app/Console/Kernel.php
        <?php
        function schedule(Schedule $schedule) {
            $schedule->command('dock:sweep --all')->withoutOverlapping()->dailyAt('03:00');
            // $schedule->command('dock:none')->daily();
            $schedule->job(new ReadTide)->everyFiveMinutes();
        }
        === app/Jobs/ReadTide.php
        <?php
        class ReadTide implements ShouldQueue, Loud {}
        #[AsCronTask('0 0 * * *')]
        class Nightly {}
        """,
        """
        command dock:dig <> src/Dig.php:2
        command dock:lift <> app/Console/Lift.php:3
        job 0 0 * * * Nightly <> app/Jobs/ReadTide.php:4
        job dailyAt('03:00') dock:sweep <> app/Console/Kernel.php:3
        job everyFiveMinutes() ReadTide <> app/Console/Kernel.php:5
        job ReadTide <> app/Jobs/ReadTide.php:2
        """,
    ),
    "elixir": (
        """
        === lib/sweep.ex
        defmodule Dock.Sweep do
          @moduledoc "x"
          use Oban.Worker, queue: :low
        end
        === lib/mix/tasks/lift.ex
        defmodule Mix.Tasks.Dock.LiftAll do
        end
        === config/config.exs
        config :dock, Oban, plugins: [
          {Oban.Plugins.Cron, crontab: [
            {"0 3 * * *", Dock.Sweep, max_attempts: 1},
            # {"1 1 * * *", Dock.Gone},
            {"@daily", Dock.Tide}
          ]}]
        """,
        """
        command dock.lift_all <> lib/mix/tasks/lift.ex:1
        job 0 3 * * * Dock.Sweep <> config/config.exs:3
        job @daily Dock.Tide <> config/config.exs:5
        job Dock.Sweep <> lib/sweep.ex:1
        """,
    ),
    "python": (
        """
        === dock/settings.py
        CELERY_BEAT_SCHEDULE = {
            "sweep-docks": {
                "task": "dock.tasks.sweep",
                "schedule": crontab(hour=3, minute=0),
            },
            # "gone": {"task": "dock.tasks.gone", "schedule": 30.0},
            'tide': {'task': 'dock.tasks.tide', 'schedule': 60.0},
        }
        app.conf.beat_schedule = CELERY_BEAT_SCHEDULE
        === dock/loads.py
        from kafka import KafkaConsumer
        consumer = KafkaConsumer("loads.in", group_id="x")
        producer.send("loads.out", b"x")
        === dags/nightly.py
        from airflow import DAG
        with DAG("nightly", default_args=dict(a=1), schedule_interval="@daily") as dag:
            pass
        === setup.py
        setup(entry_points={"console_scripts": ["dock=dock.cli:main", "dig = dock.cli:dig"]})
        """,
        """
        command dig <dock.cli:dig> setup.py:1
        command dock <dock.cli:main> setup.py:1
        event consume loads.in <> dock/loads.py:2
        event publish loads.out <> dock/loads.py:3
        job 60.0 tide <dock.tasks.tide> dock/settings.py:7
        job @daily nightly <> dags/nightly.py:2
        job crontab(hour=3, minute=0) sweep-docks <dock.tasks.sweep> dock/settings.py:2
        """,
    ),
    "javascript and go": (
        """
        === src/out.ts
        import { Kafka } from 'kafkajs';
        await producer.send({ topic: 'loads.out', messages: [] });
        === src/bot.js
        const { Probot } = require('probot');
        app.on('issues.opened', async (c) => {});
        === src/commands/berth/free.ts
        import { Command } from '@oclif/core';
        export default class Free extends Command {}
        === src/commands/dig/index.ts
        import { Command } from '@oclif/core';
        export default class Dig extends Command {}
        === src/base.ts
        import { Command } from '@oclif/core';
        export abstract class BaseCommand extends Command {}
        === wrangler.toml
        [triggers]
        crons = ["*/5 * * * *"]
        === netlify.toml
        [functions."sweep"]
        schedule = "@daily"
        === loads/read.go
        package loads
        import "github.com/segmentio/kafka-go"
        var r = kafka.NewReader(kafka.ReaderConfig{
            GroupID: "docks",
            Topic:   "loads.in",
        })
        """,
        """
        command berth:free <> src/commands/berth/free.ts:2
        command dig <> src/commands/dig/index.ts:2
        event consume loads.in <> loads/read.go:5
        event publish loads.out <> src/out.ts:2
        job */5 * * * * <> wrangler.toml:2
        job @daily sweep <> netlify.toml:1
        event receive issues.opened <> src/bot.js:2
        """,
    ),
}


def shown(found):
    return sorted(
        f"{e.sort} {e.name if e.name == e.path or e.sort == 'event' else f'{e.path} {e.name}'}"
        f" <{e.handler}> {e.file}:{e.line}"
        for e in found
    )


@pytest.mark.parametrize("name", CASES)
def test_everything_that_is_declared_is_found_and_nothing_else(tmp_path, name):
    files, expected = CASES[name]
    found = inventory(workspace(tmp_path, split(files)))
    wanted = sorted(line.strip() for line in expected.strip().split("\n"))
    assert shown(found.entries) == wanted


MARKS = [row for eco in surfaces.ecosystems() for row in eco.rows("marks")]


def _every_pattern():
    for row in MARKS:
        for pattern in row["patterns"]:
            yield pytest.param(pattern["match"], id=f"{row['id']}-{pattern['match'][:20]}")
            if "inside" in pattern:
                yield pytest.param(pattern["inside"], id=f"{row['id']}-inside")


@pytest.mark.parametrize("pattern", _every_pattern())
def test_no_pattern_is_slow_on_a_text_made_of_its_own_beginnings(pattern):
    compiled = re.compile(pattern, re.MULTILINE)
    words = re.findall(
        r"[A-Za-z@$#:.<(\[{\"' \n]+", re.sub(r"\(\?[P<>\w!=:]+|\\[\w.]|\{\d+,\d+\}", "", pattern)
    )
    chosen = random.Random(3)
    texts = ["".join(chosen.choice(words or ["a"]) for _ in range(400)) for _ in range(6)]
    texts += [(words[0] if words else "a") * 2_000, "class A " * 3_000, "@A(" * 5_000, " " * 20_000]
    texts += ['"a" ' * 5_000, "every x\n" * 2_000, "desc 'a', 'b'\n" * 1_500, "a(b, " * 4_000]
    start = time.process_time()
    for text in texts:
        for _ in compiled.finditer(text[:20_000]):
            pass
    assert time.process_time() - start < 1.0


@given(st.sampled_from(MARKS), st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_text_gives_entries_at_lines_it_has(row, text):
    for entry in of_text("a", code(text, None), row):
        assert 1 <= entry.line <= text.count("\n") + 1


@given(st.text(alphabet="ab\"'#/*\\\n[", max_size=120), st.sampled_from(["ruby", "php", "rust"]))
@settings(max_examples=300, deadline=None)
def test_blanked_comments_move_nothing(text, name):
    eco = next(each for each in surfaces.ecosystems() if each.name == name)
    blanked = code(text, eco)
    assert len(blanked) == len(text)
    assert [i for i, c in enumerate(blanked) if c == "\n"] == [
        i for i, c in enumerate(text) if c == "\n"
    ]
