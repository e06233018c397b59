# SPDX-License-Identifier: BSL-1.0
"""`portolan view` as a program: who is answered, with what, how it ends; and --export."""
import base64
import http.client
import json
import select
import signal
import socket
import struct
import time
import unittest
from pathlib import Path

from served import WORLDS, Served, WithWorlds, crossing, path_cost, run, walked


MOST_CONNECTIONS = 32
PATIENCE = 60  # seconds for anything that is to come about


def connected(served):
    connection = socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def received(connection):
    """All that comes until the other side closes or cuts the connection."""
    chunks = []
    try:
        while chunk := connection.recv(1 << 16):
            chunks.append(chunk)
    except ConnectionError:
        pass
    return b"".join(chunks)


def is_cut(connection):
    return bool(select.select([connection], [], [], 0)[0])


def told(served, *lines, rest=b""):
    """What comes back for a head of these lines, and what follows it."""
    with connected(served) as connection:
        connection.sendall("".join(line + "\r\n" for line in (*lines, "")).encode())
        if rest:
            time.sleep(0.2)  # a packet of its own
            try:
                connection.sendall(rest)
            except ConnectionError:
                pass
        return received(connection)


class Server(WithWorlds, unittest.TestCase):
    def test_answers_cost_what_path_says_and_edits_change_them(self):
        ends = {"profile": 0, "from": "2,2", "to": "246,180", "tier": "auto"}
        with Served(self.harbour) as served:
            found = served.json("/path.json", ends)
            self.assertEqual(found["cost"], path_cost(self.harbour, "2,2", "246,180"))
            # A ring of wall around the start.
            terrains = served.json("/world.json")["terrains"]
            wall = [terrain["name"] for terrain in terrains].index("@")
            for area in ("0,0,6,1", "0,5,6,6", "0,0,1,6", "5,0,6,6"):
                served.json("/edit", {"area": area, "terrain": wall}, "POST")
            self.assertEqual(served.json("/path.json", ends)["status"], "unreachable")
            self.assertIn("islands", served.json("/why.json", {k: ends[k] for k in ("profile", "from", "to")})["text"])
            served.json("/revert", method="POST")
            self.assertEqual(served.json("/path.json", ends)["cost"], found["cost"])

    def test_serves_its_page_and_pictures(self):
        with Served(self.harbour, "--port", "0") as served:
            for path, kind in (("/", "text/html"), ("/style.css", "text/css"), ("/view.js", "text/javascript")):
                status, headers, body = served.ask(path)
                self.assertEqual(status, 200)
                self.assertTrue(headers["Content-Type"].startswith(kind))
                self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
                self.assertNotIn(b"http://", body)
                self.assertNotIn(b"https://", body)
            picture = {"layer": "terrain", "profile": 0, "zoom": 0, "x": 0, "y": 0, "revision": 0}
            status, headers, body = served.ask("/picture.png", picture)
            self.assertEqual((status, headers["Content-Type"]), (200, "image/png"))
            self.assertTrue(body.startswith(b"\x89PNG"))

    def test_a_budget_stops_the_search_and_edits_have_a_picture(self):
        ends = {"profile": 0, "from": "2,2", "to": "246,180", "tier": "astar"}
        picture = {"layer": "edited", "profile": 0, "zoom": 0, "x": 0, "y": 0}
        with Served(self.harbour) as served:
            whole = served.json("/path.json", ends)
            part = served.json("/path.json", {**ends, "budget": 50})
            self.assertEqual((part["status"], part["expansions"], part["line"]), ("out_of_budget", 50, []))
            self.assertLess(len(part["search"]["settled"]), len(whole["search"]["settled"]))
            self.assertEqual(served.json("/path.json", {**ends, "budget": whole["expansions"]})["cost"], whole["cost"])
            self.assertEqual(served.ask("/path.json", {**ends, "budget": -1})[0], 400)
            status, _, before = served.ask("/picture.png", {**picture, "revision": 0})
            self.assertEqual(status, 200)
            self.assertEqual(served.ask("/edit", {"area": "10,10,20,20", "terrain": 1}, "POST")[0], 200)
            self.assertNotEqual(served.ask("/picture.png", {**picture, "revision": 1})[2], before)

    def test_refuses_other_hosts_and_sites(self):
        with Served(self.harbour) as served:
            port = served.port
            for host in ("example.org", f"example.org:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", ""):
                self.assertEqual(served.ask("/world.json", headers={"Host": host})[0], 403, host)
            self.assertEqual(served.ask("/world.json", headers={"Host": f"localhost:{port}"})[0], 200)
            for headers in ({"Origin": "http://example.org"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
                self.assertEqual(served.ask("/revert", None, "POST", headers)[0], 403, headers)
            ours = {"Origin": f"http://127.0.0.1:{port}", "Sec-Fetch-Site": "same-origin"}
            self.assertEqual(served.ask("/revert", None, "POST", ours)[0], 200)

    def test_headers_that_tell_a_site_are_refused_if_there_are_two(self):
        with Served(self.harbour) as served:
            host = f"Host: 127.0.0.1:{served.port}"
            ours = (f"Origin: http://127.0.0.1:{served.port}", "Sec-Fetch-Site: same-origin")
            self.assertTrue(told(served, "POST /revert HTTP/1.1", host, *ours).startswith(b"HTTP/1.1 200"))
            for doubled in (host, "Host: example.org", ours[0], "Origin: http://example.org", "origin: null", ours[1],
                            "Sec-Fetch-Site: cross-site"):
                for lines in ((host, *ours, doubled), (doubled, host, *ours)):
                    self.assertTrue(told(served, "POST /revert HTTP/1.1", *lines).startswith(b"HTTP/1.1 403"), doubled)

    def test_what_follows_a_head_is_not_taken_for_a_request(self):
        with Served(self.harbour) as served:
            host = f"Host: 127.0.0.1:{served.port}"
            hidden = f"POST /revert HTTP/1.1\r\n{host}\r\nContent-Length: 0\r\n\r\n".encode()
            for extra in (("Origin: http://example.org",), ("Connection: keep-alive",)):
                answer = told(served, "POST /edits.json?profile=0 HTTP/1.1", host, f"Content-Length: {len(hidden)}",
                              *extra, rest=hidden)
                self.assertLessEqual(answer.count(b"HTTP/1.1"), 1)
            self.assertEqual(served.json("/edits.json", {"profile": 0})["revision"], 0)

    def test_parts_of_an_answer_are_not_to_be_had(self):
        with Served(self.harbour) as served:
            whole = served.ask("/view.js")
            status, _, body = served.ask("/view.js", headers={"Range": "bytes=" + ",".join(["0-"] * 20)})
            self.assertEqual((status, body), (200, whole[2]))

    def test_slow_clients_keep_nobody_waiting_and_are_cut(self):
        with Served(self.harbour) as served:
            slow = [connected(served) for _ in range(MOST_CONNECTIONS - 4)]
            for connection in slow:
                connection.sendall(b"GET / HT")
            self.assertEqual(served.ask("/")[0], 200)
            # Nobody was cut to make room.
            self.assertFalse(any(is_cut(connection) for connection in slow))
            # That something comes every second does not help: the whole head has its time.
            end = time.monotonic() + PATIENCE
            while not is_cut(slow[0]) and time.monotonic() < end:
                slow[0].sendall(b"x")
                time.sleep(1)
            for connection in slow:
                self.assertNotIn(b"200", received(connection)[:20])
                connection.close()
            self.assertEqual(served.ask("/")[0], 200)

    def test_more_clients_than_there_is_room_for_keep_nobody_out(self):
        with Served(self.harbour) as served:
            idle = [connected(served) for _ in range(5 * MOST_CONNECTIONS)]
            self.assertEqual(served.ask("/")[0], 200)
            # Those that have waited longest are closed at once, and there are never more than the most.
            for connection in idle[:-MOST_CONNECTIONS]:
                self.assertEqual(received(connection), b"")
            for connection in idle:
                connection.close()

    def test_endless_heads_are_cut(self):
        with Served(self.harbour) as served:
            for line in (b"X-A: " + b"a" * 4000 + b"\r\n", b"a" * 4000):
                with connected(served) as connection:
                    connection.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n".encode())
                    with self.assertRaises(ConnectionError):
                        for _ in range(10_000):
                            connection.sendall(line)
            self.assertEqual(served.ask("/")[0], 200)

    def test_refuses_paths_outside_and_bad_parameters(self):
        with Served(self.harbour) as served:
            port = served.port
            for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/view.js/..", "/index.html"):
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
                connection.request("GET", path)
                self.assertEqual(connection.getresponse().status, 404, path)
                connection.close()
            self.assertEqual(served.ask("/edits.json", {"profile": 9})[0], 400)
            self.assertEqual(served.ask("/path.json", {"profile": 0, "from": "a", "to": "b", "tier": "auto"})[0], 400)
            self.assertEqual(served.ask("/world.json", method="DELETE")[0], 405)
            self.assertEqual(served.ask("/edit", {"area": "0,0,1,1", "terrain": 0})[0], 405)

    def test_serves_boards(self):
        with Served(self.classic) as served:
            self.assertEqual(served.json("/world.json")["kind"], "board")
            found = served.json("/path.json", {"from": "Alaska", "to": "Brazil", "tier": "auto"})
            self.assertEqual(found["cost"], path_cost(self.classic, "Alaska", "Brazil"))

    def test_serves_a_run_of_a_crowd_in_pieces(self):
        # So many that a piece has fewer ticks than there are.
        field, trace, rows = crossing(self.folder.name)
        with Served(field, "--crowd", trace) as served:
            self.assertTrue(served.json("/world.json")["crowd"])
            about = served.json("/crowd.json")
            self.assertEqual(about["units"], list(range(700)))
            self.assertEqual((about["name"], about["ticks"] * 700), ("trace.tsv", len(rows)))
            got = []
            for piece in range(-(-about["ticks"] // about["piece"])):
                status, headers, body = served.ask("/crowd.bin", {"piece": piece})
                self.assertEqual((status, headers["Content-Type"]), (200, "application/octet-stream"))
                self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
                count = min(about["piece"], about["ticks"] - about["piece"] * piece)
                ticks = struct.unpack(f"<{count}I", body[:4 * count])
                tiles = struct.unpack(f"<{2 * 700 * count}i", body[4 * count:4 * count * (1 + 2 * 700)])
                got += [(ticks[i // 700], i % 700, *tiles[2 * i:2 * i + 2]) for i in range(700 * count)]
            self.assertGreater(piece, 0)
            self.assertEqual(got, rows)
            self.assertEqual(served.ask("/crowd.bin", {"piece": piece + 1})[0], 400)
            self.assertEqual(served.ask("/crowd.bin")[0], 400)
            self.assertEqual(served.ask("/crowd.json", method="POST")[0], 405)
            self.assertEqual(served.ask("/crowd.json", headers={"Origin": "http://example.org"})[0], 403)
        with Served(self.harbour) as served:
            self.assertFalse(served.json("/world.json")["crowd"])
            self.assertEqual(served.ask("/crowd.json")[0], 404)

    def test_a_trace_that_will_not_do_is_refused_by_file_and_line(self):
        trace, page = Path(self.folder.name) / "bad.tsv", Path(self.folder.name) / "bad.html"
        for text, part in (("x,y,goal_x,goal_y\n1,2,3,4\n", "bad.tsv:1: the header line lacks 'tick' and 'unit'"),
                           ("tick,unit,x,y\n", "bad.tsv:1: there is no row"),
                           ("tick,unit,x,y\n0,0,256,2\n", "bad.tsv:2: 256,2 is not on the map of 256 x 192 tiles"),
                           ("tick,unit,x,y\n0,0,2,2\n0,0,2,2\n", "bad.tsv:3: unit 0 is there twice in tick 0"),
                           ("tick,unit,x,y\n0,0,2,2\n0,1,3,3\n1,0,2,2\n", "bad.tsv:4: tick 1 lacks unit 1")):
            trace.write_text(text)
            for arguments in ((), ("--export", page)):
                done = run("view", self.harbour, "--crowd", trace, *arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""), text)
                self.assertIn(part, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)
        self.assertFalse(page.exists())

    def test_ends_on_signals_and_refuses_a_taken_port(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with Served(self.classic) as served:
                port = str(served.port)
                second = run("view", self.classic, "--port", port)
                self.assertEqual(second.returncode, 2)
                self.assertIn(f"--port {port}: is in use by another program", second.stderr)
                served.process.send_signal(number)
                self.assertEqual(served.process.wait(timeout=60), 0)
                self.assertEqual(served.process.stderr.read(), "")

    def test_ends_with_connections_open(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with Served(self.classic) as served:
                idle = [connected(served) for _ in range(10)]
                idle[0].sendall(b"GET / HT")
                self.assertEqual(served.ask("/")[0], 200)
                served.process.send_signal(number)
                # Well before their time is over.
                self.assertEqual(served.process.wait(timeout=4), 0)
                for connection in idle:
                    connection.close()

    def test_bad_usage_is_one_line(self):
        (Path(self.folder.name) / "kept.tsv").write_text("tick,unit,x,y\n0,0,2,2\n")
        (Path(self.folder.name) / "elf.tsv").write_text("tick,unit,x,y,profile\n0,0,2,2,elf\n")
        (Path(self.folder.name) / "load.tsv").write_text("tick,waiting,answered,charged\n0,1,2,x\n")
        for arguments in (["none.pnav"], [self.harbour, "--port", "70000"], [self.harbour, "--path", "1,1", "2000,2"],
                          [self.harbour, "--path", "Alaska", "Brazil"], [self.classic, "--path", "1,1", "2,2"],
                          [self.classic, "--export", "x.html", "--profile", "a"], [self.harbour, "--crowd", "none.tsv"],
                          [self.harbour, "--crowd", Path(self.folder.name) / "elf.tsv"],
                          [self.harbour, "--load", Path(self.folder.name) / "load.tsv"],
                          [self.harbour, "--crowd", Path(self.folder.name) / "kept.tsv", "--load",
                           Path(self.folder.name) / "load.tsv"],
                          [self.harbour, "--crowd", ""], [self.classic, "--crowd", self.classic],
                          [self.harbour, "--crowd", Path(self.folder.name) / "kept.tsv", "--export",
                           Path(self.folder.name) / "kept.tsv"]):
            done = run("view", *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertEqual(done.stderr.count("\n"), 1)

    def test_addresses_open_on_a_path(self):
        for world, arguments, end in ((self.harbour, ("--path", "2,2", "246,180"), "/#from=2,2&to=246,180"),
                                      (self.harbour, (), "/"),
                                      (self.classic, ("--path", "North Africa", "Brazil"),
                                       "/#from=North%20Africa&to=Brazil")):
            with Served(world, *arguments) as served:
                self.assertEqual(served.address.split(":", 2)[2].lstrip("0123456789"), end)


def areas(*entries):
    return json.dumps({"portolan": "areas", "version": 1, "areas": list(entries)})


HARBOUR = WORLDS / "harbour.map"
HALVES = areas({"name": "West", "rects": [[0, 0, 128, 192]]}, {"name": "East", "rects": [[128, 0, 128, 192]]})


class Draft(WithWorlds, unittest.TestCase):
    """Maps that are not built yet, and what is drawn over them."""

    def setUp(self):
        self.kept = Path(self.folder.name) / "kept.json"
        self.kept.unlink(missing_ok=True)

    def draft(self, *arguments):
        return Served(HARBOUR, *arguments)

    def test_a_plain_map_is_served_as_its_world_file_is(self):
        ends = {"profile": 0, "from": "2,2", "to": "246,180", "tier": "auto"}
        with self.draft("--path", "2,2", "246,180") as served:
            self.assertTrue(served.address.endswith("/#from=2,2&to=246,180"))
            self.assertEqual(served.json("/path.json", ends)["cost"], path_cost(self.harbour, "2,2", "246,180"))
            self.assertEqual(served.json("/draft.json")["save"], None)
        page = Path(self.folder.name) / "plain.html"
        done = run("view", WORLDS / "harbour.map", "--export", page)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertNotIn('"draft"', page.read_text().split('id="data">', 1)[1])

    def test_what_comes_beside_a_map_is_read_as_build_reads_it(self):
        with Served(WORLDS / "keep.txt", "--areas", WORLDS / "keep.areas.json") as served:
            draft = served.json("/draft.json")
            self.assertEqual((draft["kind"], draft["given"], draft["fixed"]), ("areas", True, None))
            self.assertEqual(draft["text"], (WORLDS / "keep.areas.json").read_text())
            self.assertGreater(served.json("/world.json")["areas"]["of"], 0)
        with Served(WORLDS / "keep.txt", "--waypoints", WORLDS / "keep.waypoints.tsv") as served:
            draft = served.json("/draft.json")
            self.assertEqual((draft["kind"], draft["fixed"]), ("waypoints", None))
            self.assertEqual(len(json.loads(draft["text"])["waypoints"]), 20)
            self.assertEqual(served.post("/draft", "waypoints", draft["text"])[0], 200)
            self.assertGreater(served.json("/world.json")["ways"]["of"], 0)
        with Served(WORLDS / "quay.tmx") as served:
            self.assertIn("in the map itself", served.json("/draft.json")["fixed"])
        floors = ["lighthouse.txt", "lighthouse.1.txt", "lighthouse.2.txt"]
        with Served(*(WORLDS / floor for floor in floors), "--links", WORLDS / "lighthouse.links.tsv") as served:
            self.assertEqual(served.json("/world.json")["floors"]["count"], 3)
        with Served(WORLDS / "harbourtown.png", "--profile", WORLDS / "harbourtown.profiles.json") as served:
            self.assertGreater(len(served.json("/world.json")["profiles"]), 1)

    def test_findings_are_those_of_check(self):
        drawn = Path(self.folder.name) / "odd.areas.json"
        drawn.write_text(areas({"name": "a", "rects": [[0, 0, 300, 10]]}, {"name": "b", "rects": [[0, 9, 9, 9]]}))
        said = run("check", WORLDS / "harbour.map", "--areas", drawn).stdout
        with self.draft("--areas", drawn) as served:
            findings = served.json("/draft.json")["findings"]
        self.assertTrue(findings)
        for finding in findings:
            place, _, reason = finding["text"].partition(": ")
            self.assertIn(f"{place}: {finding['severity']}: {reason}\n", said)

    def test_drafts_are_saved_and_build_reads_them(self):
        with self.draft("--save", self.kept) as served:
            self.assertEqual(served.post("/draft", "areas", HALVES)[0], 200)
            self.assertFalse(self.kept.exists())
            status, answer = served.post("/save", "areas", HALVES)
            self.assertEqual((status, answer["saved"]), (200, "kept.json"))
            self.assertEqual(self.kept.read_text(), HALVES)
        made = Path(self.folder.name) / "kept.pnav"
        done = run("build", WORLDS / "harbour.map", "--areas", self.kept, "-o", made)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(run("path", made, "West", "East", "--json").stdout)["status"], "found")
        # Drawn on again, and changed by another program meanwhile.
        with self.draft("--areas", self.kept, "--save", self.kept) as served:
            self.assertEqual(served.json("/draft.json")["text"], HALVES)
            self.kept.write_text("mine")
            status, answer = served.post("/save", "areas", HALVES)
            self.assertEqual(status, 409)
            self.assertIn("kept.json: was changed by another program", answer["error"])
        self.assertEqual(self.kept.read_text(), "mine")

    def test_what_was_painted_is_written_as_a_map_that_build_reads(self):
        with self.draft() as served:
            self.assertEqual(served.ask("/map.txt")[2].decode(), HARBOUR.read_text())
            terrains = [terrain["name"] for terrain in served.json("/world.json")["terrains"]]
            served.json("/edit", {"area": "128,0,129,192", "terrain": terrains.index("@")}, "POST")
            drawn, made = Path(self.folder.name) / "walled.map", Path(self.folder.name) / "walled.pnav"
            drawn.write_bytes(served.ask("/map.txt")[2])
        self.assertEqual(run("build", drawn, "-o", made).returncode, 0)
        self.assertEqual(json.loads(run("path", made, "2,2", "246,180", "--json").stdout)["status"], "unreachable")

    def test_refuses_drafts_by_name_and_line(self):
        with self.draft() as served:
            for kind, body, part in (
                    ("areas", areas({"name": "a\u0001", "rects": [[0, 0, 9, 9]]}), "draft:1: "),
                    ("areas", areas({"name": "a", "rects": [[0, 0, 9]]}), "x, y, width and height"),
                    ("areas", areas({"name": "a", "rects": [[300, 0, 9, 9]], "anchor": [300, 0]}), "300,0 is no passable tile"),
                    ("waypoints", '{"portolan": "waypoints", "version": 1, "waypoints": [{"name": "a", "x": 256, "y": 0}]}',
                     "'a' is on the tile 256,0, beyond the map of 256 x 192"),
                    ("areas", "\xff{", "draft:1"), ("roads", HALVES, "kind: expected areas or waypoints")):
                status, answer = served.post("/draft", kind, body)
                self.assertEqual(status, 400, body)
                self.assertIn(part, answer["error"])
            self.assertEqual(served.post("/save", "areas", HALVES),
                             (400, {"error": "portolan view was started without --save"}))
            self.assertEqual(served.json("/world.json")["areas"]["of"], 0)

    def test_bodies_are_read_from_the_page_alone_and_within_limits(self):
        with self.draft("--save", self.kept) as served:
            json_type = {"Content-Type": "application/json"}
            body = HALVES.encode()
            for path in ("/draft", "/save"):
                for headers in ({"Origin": "http://example.org"}, {"Sec-Fetch-Site": "cross-site"},
                                {"Host": f"example.org:{served.port}"}):
                    self.assertEqual(served.ask(path, {"kind": "areas"}, "POST", json_type | headers, body)[0], 403)
                # What a form of another site could send, and what would have to be unpacked.
                for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
                    self.assertEqual(served.ask(path, {"kind": "areas"}, "POST", {"Content-Type": kind}, body)[0], 415)
                host, kind = f"Host: 127.0.0.1:{served.port}", "Content-Type: application/json"
                head = f"POST {path}?kind=areas HTTP/1.1"
                for lines in ((), ("Transfer-Encoding: chunked",), ("Content-Length: 4194305",),
                              ("Content-Length: 9", "Content-Length: 9"), ("Content-Length: -1",),
                              ("Content-Length: 9", "Content-Encoding: gzip")):
                    self.assertTrue(told(served, head, host, kind, *lines).startswith(b"HTTP/1.1 413"), lines)
            # A body that does not come is waited for no longer than a head is.
            begun = time.monotonic()
            self.assertNotIn(b" 200 ", told(served, head, host, kind, "Content-Length: 9", rest=b"{")[:20])
            self.assertLess(time.monotonic() - begun, 30)
            # What follows the body is no request.
            hidden = f"POST /save?kind=areas HTTP/1.1\r\n{host}\r\n{kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            answer = told(served, "POST /draft?kind=areas HTTP/1.1", host, kind, "Content-Length: 2",
                          rest=b"{}" + hidden + body)
            self.assertEqual(answer.count(b"HTTP/1.1"), 1)
            self.assertFalse(self.kept.exists())
            # As large as they may be, and answered in words.
            status, answer = served.post("/draft", "areas", " " * (4 << 20))
            self.assertEqual(status, 400)
            self.assertIn("draft:1", answer["error"])

    def test_bad_usage_is_one_line(self):
        self.kept.write_text(HALVES)
        harbour, table = WORLDS / "harbour.map", WORLDS / "keep.waypoints.tsv"
        nothing = Path(self.folder.name) / "nothing.txt"
        nothing.write_text("nothing\n")
        earth = Path(self.folder.name) / "earth.geojson"
        earth.write_text('{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "A"},'
                         ' "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [9, 0], [9, 9], [0, 0]]]}}]}')
        tiled = Path(self.folder.name) / "areas.tmj"
        tiled.write_text(json.dumps({
            "type": "map", "orientation": "orthogonal", "width": 256, "height": 192, "tilewidth": 1, "tileheight": 1,
            "tilesets": [{"firstgid": 1, "name": "t"}], "layers": [
                {"type": "tilelayer", "name": "floor", "width": 256, "height": 192, "data": [1] * (256 * 192)},
                {"type": "objectgroup", "name": "areas", "objects": [
                    {"id": 1, "name": "A", "type": "area", "x": 1, "y": 1, "width": 9, "height": 9}]}]}))
        for arguments, part in (
                ([harbour, "--save", Path(self.folder.name) / "none" / "new.json"], "there is no folder"),
                ([harbour, "--areas", earth, "--save", earth], "is not the JSON of areas"),
                ([harbour, "--save", self.kept], "kept.json: is there already"),
                ([harbour, "--save", self.folder.name], "--save"),
                ([harbour, "--save", harbour], "was read, and would be written over"),
                ([WORLDS / "keep.txt", "--waypoints", table, "--save", table], "is not the JSON of areas"),
                ([harbour, "--areas", tiled, "--save", tiled], "is not the JSON of areas"),
                ([WORLDS / "quay.tmx", "--export", WORLDS / "quay.tsx"], "was read, and would be written over"),
                ([WORLDS / "harbourtown.png", "--export", WORLDS / "harbourtown.legend"], "was read, and would be written"),
                ([harbour, "--areas", self.kept, "--waypoints", table], "--areas and --waypoints"),
                ([harbour, "--areas", "none.json"], "none.json"),
                ([harbour, "--profile", "none.json"], "none.json"),
                ([harbour, "--crowd", "none.tsv"], "--crowd and --load are for world files"),
                ([harbour, "--save", "new.json", "--export", "x.html"], "--save: an exported page saves nothing"),
                ([harbour, "--areas", self.kept, "--export", self.kept], "was read, and would be written over"),
                ([harbour, "--path", "1,1", "2000,2"], "--path"),
                ([self.harbour, "--save", "new.json"], "are for maps"), ([self.harbour, "--areas", self.kept], "are for maps"),
                ([WORLDS / "classic.tsv"], "is a board"), ([nothing], "neither a map")):
            done = run("view", *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertEqual(done.stderr.count("\n"), 1)
            self.assertIn(part, done.stderr)
        self.assertEqual(self.kept.read_text(), HALVES)


class Export(WithWorlds, unittest.TestCase):
    def exported(self, world, *arguments):
        page = Path(self.folder.name) / "page.html"
        done = run("view", world, "--export", page, *arguments)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        return page.read_text()

    def test_is_one_file_with_the_path(self):
        for world, ends in ((self.harbour, ("2,2", "246,180")), (self.classic, ("Alaska", "Brazil"))):
            page = self.exported(world, "--path", *ends)
            for outside in ("http://", "https://", "src=", "href=\"/", "@import", "url("):
                self.assertNotIn(outside, page)
            data = json.loads(page.split('id="data">', 1)[1].split("</script>", 1)[0])
            self.assertEqual(data["paths"]["auto"]["cost"], path_cost(world, *ends))

    def test_holds_a_run_of_a_crowd(self):
        trace, rows = walked(self.folder.name, self.harbour, ["2,2,9,2", "9,2,2,2"], 40)
        page = self.exported(self.harbour, "--crowd", trace)
        data = json.loads(page.split('id="data">', 1)[1].split("</script>", 1)[0])
        ticks = len(rows) // 2
        bytes_of_it = base64.b64decode("".join(data["crowd"]["pieces"]))
        self.assertEqual(struct.unpack(f"<{ticks}I{4 * ticks}i", bytes_of_it[:20 * ticks]),
                         (*range(ticks), *(place for row in rows for place in row[2:])))
        self.assertEqual(page, self.exported(self.harbour, "--crowd", trace))

    def test_is_the_same_without_a_path(self):
        page = self.exported(self.harbour)
        self.assertEqual(page, self.exported(self.harbour))
        self.assertNotIn('"paths"', page)


if __name__ == "__main__":
    unittest.main()
