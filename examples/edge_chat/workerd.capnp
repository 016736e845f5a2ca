# The worker in workerd. Build it with `deno task edge:build`, then run
# `workerd serve examples/edge_chat/workerd.capnp`.

using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "out/worker.js")],
  bindings = [
    (name = "PAGE_HTML", text = embed "out/index.html"),
    (name = "PAGE_CSS", text = embed "out/page.css"),
    (name = "PAGE_JS", text = embed "out/page.js"),
    (name = "DEEPSEEK_API_KEY", fromEnvironment = "DEEPSEEK_API_KEY"),
    (name = "HOSTS", fromEnvironment = "HOSTS"),
    (name = "MAX_CALLS", fromEnvironment = "MAX_CALLS"),
  ],
  compatibilityDate = "2026-01-01",
  # A client that goes away is told to the worker by this alone.
  compatibilityFlags = ["enable_request_signal"],
);
