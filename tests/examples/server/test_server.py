# SPDX-License-Identifier: BSL-1.0
"""The example of a server answers many clients at once: server ask WORLD OTHER_WORLD"""
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

SERVER, ASK, *WORLDS = sys.argv[1:]
server = subprocess.Popen([SERVER, "127.0.0.1:0", *WORLDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
try:
    address = "127.0.0.1:" + server.stdout.readline().split()[-1]

    def ask(*arguments):
        return subprocess.run([ASK, address, *map(str, arguments)], stdout=subprocess.PIPE, text=True,
                              timeout=60).stdout.strip()

    with ThreadPoolExecutor(8) as clients:
        answers = set(clients.map(lambda _: ask("harbour", 2, 2, 246, 180), range(40)))
    assert answers == {"found, 370.451 tiles over 49 waypoints"}, answers
    assert ask("keep", 1, 1, -5, 1) == "bad_goal, 0.000 tiles over 0 waypoints", ask("keep", 1, 1, -5, 1)
    assert ask("nowhere", 2, 2, 3, 3) == "no such world"
    server.stdin.write("\n")
    server.stdin.flush()
    assert server.wait(60) == 0
finally:
    server.kill()
