// SPDX-License-Identifier: BSL-1.0
// Tests.exe PART LAYOUT PATHS HEADER...
// Runs a part of the tests of the C# binding, or `time`. LAYOUT and PATHS are programs that tell what C and C++ say of
// the same. Worlds lie in the folder `out`. Exit code 1 at the first thing that does not hold.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using System.Threading;
using Portolan;

internal static class Tests
{
    private static string layoutProgram;
    private static string pathsProgram;
    private static string[] headers;

    private static int Main(string[] arguments)
    {
        layoutProgram = arguments[1];
        pathsProgram = arguments[2];
        headers = arguments.Skip(3).ToArray();
        var parts = new Dictionary<string, Action>
        {
            { "layout", Layout }, { "paths", Paths }, { "worlds", Worlds }, { "overlays", Overlays },
            { "goals", Goals }, { "boards", Boards }, { "building", Building }, { "smoothing", Smoothed },
            { "fields", Fields }, { "corridors", Corridors }, { "services", Services }, { "crowds", Crowds },
            { "repairs", Repairs }, { "formations", Formations }, { "refusals", Refusals },
            { "finalizers", Finalizers }, { "time", Time }
        };
        parts[arguments[0]]();
        Console.WriteLine("all went well");
        return 0;
    }

    // ---- What holds ----

    private static void Expect(bool holds, string what)
    {
        if (holds) return;
        Console.Error.WriteLine("does not hold: " + what);
        Environment.Exit(1);
    }

    private static void Same<T>(T found, T wanted, string what)
    {
        Expect(EqualityComparer<T>.Default.Equals(found, wanted), what + ": " + found + " instead of " + wanted);
    }

    private static void SameList<T>(IEnumerable<T> found, IEnumerable<T> wanted, string what)
    {
        Expect(found.SequenceEqual(wanted), what + ": " + string.Join(" ", found) + " instead of " +
                                                string.Join(" ", wanted));
    }

    private static string Throws<E>(Action call, string what) where E : Exception
    {
        try
        {
            call();
        }
        catch (E exception)
        {
            return exception.Message;
        }
        catch (Exception other)
        {
            Expect(false, what + " throws " + other);
        }
        Expect(false, what + " throws nothing");
        return null;
    }

    private static string Refused(ErrorCode code, Action call, string what)
    {
        string message = null;
        Throws<PortolanException>(() =>
        {
            try
            {
                call();
            }
            catch (PortolanException exception)
            {
                Same(exception.Code, code, what);
                message = exception.Message;
                throw;
            }
        }, what);
        return message;
    }

    private static string[] Lines(string program, string arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, UseShellExecute = false };
        using (Process process = Process.Start(start))
        {
            string text = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            Same(process.ExitCode, 0, program);
            return text.Split(new[] { '\n' }, StringSplitOptions.RemoveEmptyEntries);
        }
    }

    private static World Harbour() => World.Open("out/harbour.pnav");

    /// <summary>Even one object a call would fill the 4 MB in which mono makes new ones, and be collected.</summary>
    private static void MakesNoGarbage(Action call, string what)
    {
        call();
        int collections = GC.CollectionCount(0);
        for (int i = 0; i < GarbageCalls; ++i) call();
        Same(GC.CollectionCount(0) - collections, 0, "garbage of " + what);
    }

    private const int GarbageCalls = 500000;

    /// <summary>Tiles of the harbour that are joined by paths, in no order.</summary>
    private static List<Tile> Reachable(PathQuery query, int count)
    {
        var tiles = new List<Tile>();
        var home = new Tile(2, 2);
        for (int i = 0; tiles.Count < count; ++i)
        {
            Expect(i < 100 * count && query.TryNearestReachable(home, new Tile(89 * i % 256, 131 * i % 192),
                out Tile tile), "a tile to reach");
            if (!tiles.Contains(tile)) tiles.Add(tile);
        }
        return tiles;
    }

    // ---- Parts ----

    private static string Plain(string name) => name.Replace("_", "").ToLowerInvariant();

    /// <summary>Structs have the size of those in C, and the same members in the same places; enums the same
    /// values.</summary>
    private static void Layout()
    {
        var sizes = new Dictionary<string, int>();
        var members = new Dictionary<string, Dictionary<string, string>>();
        foreach (string line in Lines(layoutProgram, ""))
        {
            string[] words = line.Split(' ');
            string[] names = words[0].Split('.');
            if (names.Length == 1)
            {
                sizes[names[0]] = int.Parse(words[1]);
                members[names[0]] = new Dictionary<string, string>();
            }
            else
            {
                members[names[0]][Plain(names[1])] = words[1] + " " + words[2];
            }
        }
        Expect(sizes.Count > 50, "structs are found in the headers");
        int structs = 0;
        foreach (Type type in typeof(World).Assembly.GetTypes())
        {
            var marked = type.GetCustomAttribute<CStructAttribute>();
            Same(marked != null, type.IsValueType && !type.IsEnum && type.IsLayoutSequential &&
                     type.Namespace == "Portolan" && !type.IsGenericType && type.StructLayoutAttribute != null &&
                     type != typeof(Terrain) && type != typeof(MapLink), "a mark at " + type);
            if (marked == null) continue;
            ++structs;
            Expect(sizes.ContainsKey(marked.Name), marked.Name + " is in the headers");
            Same(Marshal.SizeOf(type), sizes[marked.Name], "size of " + type);
            var own = new Dictionary<string, string>();
            foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public |
                                                       BindingFlags.NonPublic))
            {
                Type plain = field.FieldType.IsEnum ? Enum.GetUnderlyingType(field.FieldType) : field.FieldType;
                own[Plain(field.Name)] = Marshal.OffsetOf(type, field.Name) + " " + Marshal.SizeOf(plain);
            }
            SameList(own.OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => pair.Key + " " + pair.Value),
                     members[marked.Name].OrderBy(pair => pair.Key, StringComparer.Ordinal)
                         .Select(pair => pair.Key + " " + pair.Value), type.ToString());
        }
        Expect(structs > 40, "structs are compared");

        var prefixes = new Dictionary<Type, string>
        {
            { typeof(ErrorCode), "ERROR" }, { typeof(Status), "STATUS" }, { typeof(Why), "WHY" },
            { typeof(Portolan.FileAccess), "FILE" }, { typeof(Tier), "TIER" }, { typeof(EndRule), "ENDS" },
            { typeof(Unpacking), "UNPACKING" }, { typeof(Matrix), "MATRIX" }, { typeof(TieRule), "TIES" },
            { typeof(TiesScope), "TIES_SCOPE" }, { typeof(Baseline), "BASELINE" }, { typeof(Metric), "METRIC" },
            { typeof(LegStatus), "LEG" }, { typeof(LegKind), "LEG" }, { typeof(CornerRule), "CORNERS" },
            { typeof(Unlisted), "UNLISTED" }, { typeof(Portolan.Index), "INDEX" },
            { typeof(DeadEndRule), "DEAD_ENDS" }, { typeof(BoundSource), "BOUND" }, { typeof(SegmentKind), "SEGMENT" },
            { typeof(Heading), "HEADING" }, { typeof(Avoidance), "AVOIDANCE" }, { typeof(UnitState), "UNIT" },
            { typeof(TicketState), "TICKET" }, { typeof(ShapeKind), "SHAPE" }, { typeof(FormationState), "FORMATION" }
        };
        string text = string.Concat(headers.Select(File.ReadAllText));
        var values = new Dictionary<string, long>();
        foreach (Match match in Regex.Matches(text, @"PORTOLAN_([A-Z0-9_]+)\s*=\s*(\d+)"))
        {
            values[match.Groups[1].Value] = long.Parse(match.Groups[2].Value);
        }
        foreach (Type type in typeof(World).Assembly.GetTypes().Where(type => type.IsEnum))
        {
            string prefix = prefixes[type];
            var own = new Dictionary<string, long>();
            foreach (object value in Enum.GetValues(type))
            {
                string name = Regex.Replace(value.ToString(), "^Side", "");
                bool isNoError = type == typeof(ErrorCode) && name == "Ok";
                bool isNamedInWords = type == typeof(Portolan.Index) && name == "Automatic";
                if (!isNoError && !isNamedInWords) own[Plain(name)] = Convert.ToInt64(value);
            }
            var wanted = values.Where(pair => pair.Key.StartsWith(prefix + "_") &&
                                              (type != typeof(TieRule) || !pair.Key.StartsWith("TIES_SCOPE_")))
                .ToDictionary(pair => Plain(pair.Key.Substring(prefix.Length + 1)), pair => pair.Value);
            // Those of legs share a prefix.
            if (prefix == "LEG") wanted = wanted.Where(pair => own.ContainsKey(pair.Key)).ToDictionary(p => p.Key,
                p => p.Value);
            SameList(own.OrderBy(pair => pair.Key, StringComparer.Ordinal), wanted.OrderBy(pair => pair.Key,
                StringComparer.Ordinal),
                     type.ToString());
        }
        Expect(Regex.IsMatch(text, @"PORTOLAN_NO_PATH \(UINT64_C\(1\) << 62\)"), "no path");
        Expect(Regex.IsMatch(text, @"PORTOLAN_MAX_LEG_TILES " + Library.MaxLegTiles + @"\b"), "tiles of a leg");
        Expect(Regex.IsMatch(text, @"PORTOLAN_NO_LINK UINT32_MAX") && Library.NoLink == uint.MaxValue, "no link");
        Expect(Regex.IsMatch(text, @"PORTOLAN_NO_UNIT UINT32_MAX") && Library.NoUnit == uint.MaxValue, "no unit");
        Expect(Regex.IsMatch(text, @"PORTOLAN_MOST_FIFTHS " + Smoother.MostFifths + @"\b"), "fifths of a tile");
    }

    private struct Asked
    {
        internal Tile From;
        internal Tile To;
        internal Status Status;
        internal ulong Cost;
    }

    /// <summary>What C++ has found.</summary>
    private static List<Asked> AskedOfCpp(int count)
    {
        var asked = new List<Asked>();
        foreach (string line in Lines(pathsProgram, "out/harbour.pnav " + count))
        {
            string[] words = line.Split(' ');
            asked.Add(new Asked
            {
                From = new Tile(int.Parse(words[0]), int.Parse(words[1])),
                To = new Tile(int.Parse(words[2]), int.Parse(words[3])),
                Status = (Status)int.Parse(words[4]),
                Cost = ulong.Parse(words[5])
            });
        }
        Same(asked.Count, count, "pairs");
        return asked;
    }

    /// <summary>A thousand paths cost what they do in C++, and are walked step by step at that cost.</summary>
    private static void Paths()
    {
        List<Asked> asked = AskedOfCpp(1000);
        using (World world = Harbour())
        using (var query = new PathQuery(world))
        using (var path = new FoundPath(query))
        using (var walker = new LegWalker(world))
        using (var batch = new BatchQuery(world, 0, 2))
        {
            double unit = world.Profile(0).TilesPerUnit;
            var tiles = new List<Tile>();
            var room = new Tile[Library.MaxLegTiles];
            int found = 0;
            foreach (Asked pair in asked)
            {
                PathResult result = query.Find(pair.From, pair.To, path);
                string what = pair.From + " to " + pair.To;
                Same(result.Status, pair.Status, what);
                Same(result.Cost, pair.Cost, what);
                Same(query.FindCost(pair.From, pair.To).Cost, pair.Cost, what);
                Same(path.ToWaypoints().Length, (int)result.WaypointCount, what);
                if (result.Status != Status.Found) continue;
                ++found;
                Expect(result.Optimal && !result.Truncated && result.HasPath, what);
                byte[] bytes = path.ToBytes();
                ulong hash = path.Hash();
                Tile[] waypoints = path.ToWaypoints();
                Same(waypoints[0], pair.From, what);
                Same(waypoints[waypoints.Length - 1], pair.To, what);
                Same(path.CopyWaypoints(room), waypoints.Length, what);
                SameList(room.Take(waypoints.Length), waypoints, what);
                Same(path.CopyWaypoints(new Tile[1]), waypoints.Length, what);
                Span<Tile> span = new Tile[waypoints.Length + 1];
                Same(path.CopyWaypoints(span), waypoints.Length, what);
                SameList(span.ToArray().Take(waypoints.Length), waypoints, what);
                tiles.Clear();
                Same(walker.Walk(path, tiles), LegStatus.Done, what);
                Same(tiles.First(), pair.From, what);
                Same(tiles.Last(), pair.To, what);
                double length = 0;
                for (int i = 1; i < tiles.Count; ++i)
                {
                    int dx = Math.Abs(tiles[i].X - tiles[i - 1].X);
                    int dy = Math.Abs(tiles[i].Y - tiles[i - 1].Y);
                    Expect(Math.Max(dx, dy) == 1, what + " step by step");
                    length += Math.Sqrt(dx + dy);
                }
                Expect(Math.Abs(length - result.Cost * unit) < 1e-4, what + " is as long as it costs");
                Expect(Math.Abs(length - result.Length) < 1e-4, what + " is as long as it says");
                path.Read(bytes);
                Same(path.Hash(), hash, what);
                Leg leg = walker.Next(path);
                if (leg.Status == LegStatus.Ready)
                {
                    Same(walker.ToTiles().Length, (int)leg.TileCount, what);
                    Same(walker.CopyTiles((Span<Tile>)room), (int)leg.TileCount, what);
                    SameList(room.Take((int)leg.TileCount), walker.ToTiles(), what);
                }
            }
            Expect(found > 700 && found < 1000, "paths are found, and some are none: " + found);
            Tile here = asked.First(pair => pair.Status == Status.Found).From;
            Same(query.Find(here, here, path).Status, Status.Found, "a tile to itself");
            tiles.Clear();
            Same(walker.Walk(path, tiles), LegStatus.Done, "a tile to itself");
            SameList(tiles, new[] { here }, "a tile to itself");

            TilePair[] pairs = asked.Select(pair => new TilePair(pair.From, pair.To)).ToArray();
            var answers = new BatchAnswer[pairs.Length];
            batch.Pairs(pairs, answers);
            SameList(answers.Select(answer => answer.Cost), asked.Select(pair => pair.Cost), "a batch");
            SameList(answers.Select(answer => answer.Status), asked.Select(pair => pair.Status), "a batch");
            Tile[] from = asked.Take(10).Select(pair => pair.From).ToArray();
            Tile[] to = asked.Take(7).Select(pair => pair.To).ToArray();
            var table = new BatchAnswer[70];
            batch.Table(from, to, table);
            for (int i = 0; i < 70; ++i)
            {
                Same(table[i].Cost, query.FindCost(from[i / 7], to[i % 7]).Cost, "a table");
            }

            // Budgets and rules.
            var far = new PathRequest(new Tile(2, 2), new Tile(246, 180));
            far.Tier = Tier.Regions;
            PathResult whole = query.Find(far, path);
            Same(whole.Tier, Tier.Regions, "a tier");
            far.MaxExpansions = whole.Expansions / 2;
            PathResult half = query.Find(far, path);
            Same(half.Status, Status.OutOfBudget, "half a budget");
            Expect(half.Expansions <= far.MaxExpansions, "a budget is kept");
            far.Ends = EndRule.Nearest;
            Same(query.Find(far, path).Status, Status.Partial, "half a budget, as near as can be");
            far.MaxExpansions = 0;
            far.Tier = Tier.Automatic;
            far.To = new Tile(1000, 1000);
            PathResult moved = query.Find(far, path);
            Same(moved.Status, Status.Partial, "a goal off the map");
            Same(moved.Why, Why.MovedEnd, "a goal off the map");
            far.Ends = EndRule.Exact;
            Same(query.Find(far, path).Why, Why.Outside, "a goal off the map");
            far.To = new Tile(246, 180);
            far.Ties = TieRule.Random;
            var seen = new HashSet<ulong>();
            for (far.Seed = 0; far.Seed < 5; ++far.Seed)
            {
                Same(query.Find(far, path).Cost, whole.Cost, "a path at random");
                seen.Add(path.Hash());
            }
            Expect(seen.Count > 1, "paths at random differ");

            // The nearest tiles.
            Tile near;
            Expect(query.TryNearestTile(new Tile(-5, -5), out near), "a tile to stand on");
            Expect(query.TryNearestReachable(near, new Tile(1000, 1000), out near), "a tile to reach");
            Tile[] ends = null;
            far = new PathRequest(new Tile(2, 2), new Tile(1000, 1000)) { Ends = EndRule.Nearest };
            query.Find(far, path);
            ends = path.ToWaypoints();
            Same(near, ends[ends.Length - 1], "the tile that a path leads to");
        }
    }

    private static void Worlds()
    {
        byte[] bytes = File.ReadAllBytes("out/harbour.pnav");
        using (World world = Harbour())
        using (World copied = World.Open("out/harbour.pnav", Portolan.FileAccess.Copied))
        using (World inMemory = World.Open(bytes))
        {
            Array.Clear(bytes, 0, bytes.Length);
            foreach (World one in new[] { world, copied, inMemory })
            {
                Same(one.Info.Width, 256, "width");
                Same(one.Info.Height, 192, "height");
                Same(one.Info.ProfileCount, 1u, "profiles");
                Same(one.FindProfile(one.ProfileName(0)), 0, "the profile");
                Same(one.Profile(0).Metric, Metric.Grid, "metric");
                Same(one.Profile(0).Neighbours, (byte)8, "neighbours");
                Expect(Math.Abs(one.Profile(0).Diagonal - Math.Sqrt(2)) < 1e-12, "diagonal");
                for (int terrain = 0; terrain < one.Info.TerrainCount; ++terrain)
                {
                    Same((int)one.FindTerrain(one.TerrainName(terrain)), terrain, "a terrain");
                }
                Expect(one.ImpassableTerrains(0).Contains(one.FindTerrain("@")), "walls");
                one.Verify();
            }
        }
        Same(Library.Version, "0.1.0", "version");
        Same(Library.Text(Status.Found), "found", "a status in words");
        Expect(Library.Text(ErrorCode.Corrupt).Length > 10, "an error in words");
        using (World quay = World.Open("out/quay.pnav"))
        {
            for (int link = 0; link < quay.Info.LinkCount; ++link)
            {
                Expect(quay.Link(link).Cost >= 0 && quay.LinkName(link) != null, "a link");
            }
            for (uint area = 0; area < quay.Info.NodeCount; ++area)
            {
                Expect(quay.TryAreaAnchor(area, out Tile anchor), "an area has a tile");
                Expect(quay.TryAreaAt(anchor, out uint at) && at == area, "a tile has an area");
            }
        }
    }

    private static void Overlays()
    {
        using (World world = Harbour())
        using (var overlay = new Overlay(world))
        using (var query = new PathQuery(world))
        using (var path = new FoundPath(query))
        {
            byte wall = world.FindTerrain("@");
            var from = new Tile(2, 2);
            var to = new Tile(246, 180);
            ulong before = query.FindCost(from, to).Cost;
            query.Find(from, to, path);
            Tile middle = path.ToWaypoints()[path.ToWaypoints().Length / 2];
            var area = new Rect(middle.X - 3, middle.Y - 3, 7, 7);
            var was = new byte[49];
            Same(overlay.CopyTiles(area, was), 49, "tiles of a rectangle");
            Same(overlay.CopyTiles(area, new byte[48]), 49, "too little room");
            var inSpan = new byte[49];
            Same(overlay.CopyTiles(area, (Span<byte>)inSpan), 49, "tiles of a rectangle");
            SameList(inSpan, was, "tiles of a rectangle");
            overlay.SetTerrain(area, wall);
            Same(overlay.Terrain(middle), wall, "an edit");
            Same(query.FindCost(from, to).Cost, before, "a query that does not use it");
            query.Use(overlay);
            PathResult around = query.FindCost(from, to);
            Expect(around.Cost >= before && around.Status == Status.Found, "a way around");
            using (Overlay dam = overlay.Copy())
            {
                dam.SetTerrain(new Rect(100, 0, 1, world.Info.Height), wall);
                query.Use(dam);
                Same(query.FindCost(from, to).Status, Status.Unreachable, "a dam");
            }

            using (Overlay copy = overlay.Copy())
            using (var read = new Overlay(world))
            using (var loaded = new Overlay(world))
            {
                Same(copy.Refresh(), 0ul, "all is refreshed");
                Same(overlay.Adopt(copy), 0ul, "all is taken over");
                read.Read(overlay.ToBytes());
                overlay.Save("out/edits");
                loaded.Load("out/edits");
                foreach (Overlay one in new[] { copy, read, loaded })
                {
                    SameList(one.ToBytes(), overlay.ToBytes(), "bytes of an overlay");
                    query.Use(one);
                    Same(query.FindCost(from, to).Cost, around.Cost, "the same edits");
                }
                copy.SetTiles(area, was);
                SameList(copy.ToBytes(), new Overlay(world).ToBytes(), "edits set back leave no trace");
            }
            overlay.Revert(area);
            query.Use(overlay);
            Same(query.FindCost(from, to).Cost, before, "reverted");
            query.Use(null);
            Same(query.FindCost(from, to).Cost, before, "without edits");
        }
        using (World quay = World.Open("out/quay.pnav"))
        using (var overlay = new Overlay(quay))
        {
            if (quay.Info.LinkCount == 0) return;
            byte[] none = overlay.ToBytes();
            overlay.CloseLink(0);
            Expect(!overlay.ToBytes().SequenceEqual(none), "a closed link");
            overlay.OpenLink(0);
            SameList(overlay.ToBytes(), none, "an open link");
        }
    }

    private static void Goals()
    {
        using (World world = Harbour())
        using (var query = new PathQuery(world))
        using (var goals = new GoalSet(world, 0, 20))
        using (var search = new GoalSearch(goals))
        {
            var home = new Tile(2, 2);
            for (int goal = 0; goal < 20; ++goal)
            {
                Expect(query.TryNearestReachable(home, new Tile(10 + 12 * goal, 9 * goal), out Tile tile), "a goal");
                goals.Insert(goal, tile);
            }
            goals.Erase(3);
            goals.Move(4, new Tile(2, 3));
            var reached = new ReachedGoal[20];
            Answer answer = search.Nearest(new NearestGoalsRequest { From = home }, reached, out int count);
            Same(answer.Status, Status.Found, "goals");
            Same(count, 19, "goals");
            Same(reached[0].Goal, 4u, "the nearest");
            for (int i = 0; i < count; ++i)
            {
                Same(query.FindCost(home, reached[i].Tile).Cost, reached[i].Cost, "a goal");
                Expect(i == 0 || reached[i - 1].Cost <= reached[i].Cost, "goals ascend");
            }
            ulong most = reached[9].Cost;
            search.Within(new GoalsWithinRequest { From = home, Most = most }, reached, out int inside);
            Expect(inside >= 10 && inside < 19, "goals within a cost");

            // All tiles within ten steps, by a function and without.
            ulong near = (ulong)(10 / world.Profile(0).TilesPerUnit);
            var around = new ReachedGoal[1000];
            var within = new GoalsWithinRequest { From = home, Most = near };
            Same(search.WithinWhere(within, null, around, out int every).Status, Status.Found, "tiles");
            var tiles = around.Take(every).Select(goal => goal.Tile).ToArray();
            Expect(tiles.Contains(home) && every > 20, "tiles within reach");
            int asked = 0;
            search.WithinWhere(within, tile => { ++asked; return tile.X % 2 == 0; }, around, out int even);
            Expect(asked > 0, "the function is asked");
            SameList(around.Take(even).Select(goal => goal.Tile), tiles.Where(tile => tile.X % 2 == 0), "even tiles");
            search.NearestWhere(new NearestGoalsRequest { From = home }, tile => tile.X == 30, around, out int one);
            Expect(one > 0 && around[0].Tile.X == 30, "the nearest of a column");
            Same(search.WithinWhere(within, null, new ReachedGoal[3], out one).Why, Why.NoRoom, "too little room");
            string message = Throws<InvalidOperationException>(
                () => search.NearestWhere(new NearestGoalsRequest { From = home },
                    tile => { throw new Exception("no"); },
                                          around, out one), "a function that throws");
            Expect(message.Contains("thrown"), "a function that throws");
            using (var overlay = new Overlay(world))
            {
                overlay.SetTerrain(new Rect(2, 3, 1, 1), world.FindTerrain("@"));
                search.Use(overlay);
                search.Nearest(new NearestGoalsRequest { From = home }, reached, out count);
                Expect(reached[0].Goal != 4, "a goal that is walled in");
                search.Use(null);
            }
        }
    }

    private static void Boards()
    {
        using (World world = World.Open("out/classic.pnav"))
        using (var query = new BoardQuery(world))
        {
            Same(world.Info.Width, 0, "no map");
            BoardResult result = query.Find("Alaska", "Brazil");
            Same(result.Status, Status.Found, "a path");
            string[] names = query.ToNames();
            Same(names.First(), "Alaska", "the first");
            Same(names.Last(), "Brazil", "the last");
            Same((ulong)names.Length, result.NodeCount, "places");
            Same(query.ToArcs().Aggregate(0ul, (sum, arc) => sum + arc.Cost), result.Cost, "the sum of its arcs");
            SameList(query.ToArcs().Select(arc => arc.To), query.ToNodes().Skip(1), "arcs");
            var request = new BoardRequest { From = world.FindNode("Alaska"), To = world.FindNode("Brazil") };
            Same(query.FindCost(request).Cost, result.Cost, "its cost alone");
            var nodes = new uint[50];
            Same((ulong)query.CopyNodes(nodes), result.NodeCount, "places");
            var inSpan = new uint[50];
            Same((ulong)query.CopyNodes((Span<uint>)inSpan), result.NodeCount, "places");
            SameList(inSpan, nodes, "places");
            query.Close(new[] { nodes[1] }, null);
            Expect(query.Find("Alaska", "Brazil").Cost >= result.Cost, "around a closed place");
            Expect(!query.ToNames().Contains(names[1]), "around a closed place");
            query.Close(null, new[] { new Border(nodes[0], nodes[1]) });
            query.Find("Alaska", "Brazil");
            query.Close(null, null);
            Same(query.Find("Alaska", "Brazil").Cost, result.Cost, "all open");
            var reached = new Reached[50];
            Same(query.Within(request.From, result.Cost, reached, out int count).Status, Status.Found, "within a cost");
            Expect(reached.Take(count).Any(place => place.Node == request.To && place.Cost == result.Cost),
                "within it");
            Expect(world.Arcs(request.From).Length > 0 && world.NodeEnter(request.From) == 0, "arcs of a place");
            Refused(ErrorCode.NotFound, () => query.Find("Alaska", "Atlantis"), "a place that is not there");
            Refused(ErrorCode.Missing, () => new PathQuery(world), "a map that is not there");
        }
    }

    /// <summary>Smoothed paths lead between the same ends, are no longer, and their segments are known.</summary>
    private static void Smoothed()
    {
        using (World world = Harbour())
        using (var query = new PathQuery(world))
        using (var path = new FoundPath(query))
        using (var walker = new LegWalker(world))
        using (var smoother = new Smoother(world))
        {
            List<Tile> ends = Reachable(query, 20);
            for (int i = 1; i < ends.Count; ++i)
            {
                PathResult result = query.Find(ends[i - 1], ends[i], path);
                string what = ends[i - 1] + " to " + ends[i];
                while (walker.Next(path).Status == LegStatus.Ready) smoother.AddLeg(walker);
                SmoothPath smooth = smoother.Finish(new Smoothing { Width = 3 });
                Point[] points = smoother.ToPoints();
                Same((ulong)points.Length, smooth.PointCount, what);
                Same(points[0], Point.Centre(ends[i - 1]), what);
                Same(points[points.Length - 1], Point.Centre(ends[i]), what);
                double length = 0;
                for (int k = 1; k < points.Length; ++k)
                {
                    double dx = points[k].X - points[k - 1].X, dy = points[k].Y - points[k - 1].Y;
                    length += Math.Sqrt(dx * dx + dy * dy) / 256;
                }
                Expect(Math.Abs(length - smooth.Length) < 1e-3 * length, what + " is as long as it says");
                Expect(smooth.Length <= result.Length + 1e-6, what + " is no longer");
                SegmentKind[] segments = smoother.ToSegments();
                Same(segments.Length, points.Length - 1, what);
                Same((ulong)segments.Count(kind => kind == SegmentKind.Narrow), smooth.NarrowCount, what);
                var room = new Point[points.Length];
                var kinds = new SegmentKind[segments.Length];
                Same(smoother.CopyPoints(room), points.Length, what);
                SameList(room, points, what);
                Same(smoother.CopySegments(kinds), segments.Length, what);
                SameList(kinds, segments, what);
                Array.Clear(room, 0, room.Length);
                Same(smoother.CopyPoints((Span<Point>)room), points.Length, what);
                SameList(room, points, what);
                Same(smoother.CopySegments((Span<SegmentKind>)kinds), segments.Length, what);
                Same(smoother.CopyPoints(new Point[1]), points.Length, what);
            }
            Refused(ErrorCode.Value, () => smoother.Finish(new Smoothing { Width = Smoother.MostFifths + 1 }), "wide");
            Refused(ErrorCode.Value, () => smoother.Finish(new Smoothing { Curve = -1 }), "a curve below 0");
            Throws<ArgumentNullException>(() => smoother.AddLeg(null), "null");
            Throws<ArgumentNullException>(() => smoother.AddPoints(null), "null");
            using (var overlay = new Overlay(world))
            {
                smoother.Use(overlay);
                smoother.Use(null);
                Same(smoother.Finish(new Smoothing()).PointCount, 0ul, "nothing was added");
            }
        }
    }

    /// <summary>Fields say what paths cost, with edits and without, and their steps make up that cost.</summary>
    private static void Fields()
    {
        using (World world = Harbour())
        using (var query = new PathQuery(world))
        using (var arena = new DistanceArena(1000))
        using (var field = new GoalField(world, arena))
        using (var overlay = new Overlay(world))
        {
            var goal = new Tile(246, 180);
            Same(field.Cost(goal).Status, Status.BadGoal, "a field without a goal");
            Same(field.Bound(goal), Library.NoPath, "a field without a goal");
            overlay.SetTerrain(new Rect(120, 40, 10, 60), world.FindTerrain("@"));
            Tile[] from = Reachable(query, 60).Concat(new[] { new Tile(-1, 3), goal }).ToArray();
            int found = 0;
            foreach (Overlay edits in new[] { null, overlay })
            {
                query.Use(edits);
                field.Use(edits);
                Same(field.Cost(from[0]).Status, Status.BadGoal, "a goal is forgotten");
                Same(field.Aim(goal).Status, Status.Found, "a goal");
                var answers = new BatchAnswer[from.Length];
                field.Costs(from, answers);
                var inSpan = new BatchAnswer[from.Length];
                field.Costs((Span<Tile>)from, inSpan);
                for (int i = 0; i < from.Length; ++i)
                {
                    string what = "from " + from[i];
                    PathResult wanted = query.FindCost(from[i], goal);
                    Answer answer = field.Cost(from[i]);
                    Same(answer.Status, wanted.Status, what);
                    Same(answer.Cost, wanted.Cost, what);
                    Same(answer.Optimal, wanted.Optimal, what);
                    Same(answers[i].Cost, wanted.Cost, what);
                    Same(answers[i].Status, wanted.Status, what);
                    Same(inSpan[i].Cost, wanted.Cost, what);
                    ulong bound = field.Bound(from[i], out BoundSource source);
                    Same(field.Bound(from[i]), bound, what);
                    if (wanted.Status != Status.Found) continue;
                    ++found;
                    Expect(bound <= wanted.Cost, what + " a bound is no more");
                    if (edits == null && source == BoundSource.Labels) Same(bound, wanted.Cost, what);
                }
                // Step by step, the next ones and drawn ones.
                for (int drawn = 0; drawn < 3; ++drawn)
                {
                    Tile at = from[5 + drawn];
                    ulong left = field.Cost(at).Cost;
                    ulong steps = 0;
                    while (at != goal)
                    {
                        NextStep step = drawn == 0 ? field.Next(at) : field.RandomNext(new RandomStepRequest
                        {
                            From = at, Seed = 7, Unit = (ulong)drawn, Step = steps
                        });
                        Same(step.Status, Status.Found, "a step");
                        Same(step.Cost, left, "a step");
                        Same(step.Link, Library.NoLink, "a step");
                        Same(step.Point, Point.Centre(step.Tile), "a step");
                        Expect(Math.Max(Math.Abs(step.Tile.X - at.X), Math.Abs(step.Tile.Y - at.Y)) == 1, "one tile");
                        ulong rest = field.Cost(step.Tile).Cost;
                        Same(query.FindCost(at, step.Tile).Cost, left - rest, "a step costs what it brings nearer");
                        left = rest;
                        at = step.Tile;
                        Expect(++steps < 10000, "steps lead to the goal");
                    }
                    Same(left, 0ul, "steps lead to the goal");
                    Same(field.Next(goal).Tile, goal, "no step from the goal");
                }
            }
            Expect(found > 80, "fields answer");
            Answer moved = field.Aim(new Tile(1000, 1000), EndRule.Nearest, out Tile taken);
            Same(moved.Why, Why.MovedEnd, "a goal off the map");
            Expect(query.TryNearestTile(new Tile(1000, 1000), out Tile near) && taken == near, "the nearest tile");
            Same(field.Aim(new Tile(1000, 1000)).Why, Why.Outside, "a goal off the map");
            field.Use(null);
            field.Aim(goal);
            Same(field.Cost(new Tile(2, 2), 1).Status, field.Next(new Tile(2, 2), 1).Status, "a budget");
            Tile start = from[0];
            MakesNoGarbage(() => field.Next(start), "steps");
            MakesNoGarbage(() => field.Cost(start), "costs");
            Refused(ErrorCode.Sizes, () => field.Costs(from, new BatchAnswer[1]), "answers");
            Refused(ErrorCode.Value, () => field.Aim(goal, (EndRule)2), "no rule");
            Refused(ErrorCode.Range, () => new GoalField(world, arena, 1), "a profile that is not there");
            Refused(ErrorCode.Limit, () => new DistanceArena(ulong.MaxValue), "more than there can be");
            Throws<ArgumentNullException>(() => new GoalField(world, null), "null");
            arena.Dispose();
            Same(field.Cost(start).Status, Status.Found, "a field keeps its arena");
        }
    }

    /// <summary>Corridors keep to the areas of the cheapest way of the board, and are the least path there.</summary>
    private static void Corridors()
    {
        using (World world = World.Open("out/quay.pnav"))
        using (var corridor = new CorridorQuery(world))
        using (var board = new BoardQuery(world))
        using (var query = new PathQuery(world))
        using (var overlay = new Overlay(world))
        {
            int width = world.Info.Width, height = world.Info.Height;
            byte wall = world.ImpassableTerrains(0)[0];
            int found = 0, within = 0, detours = 0;
            for (int i = 0; i < 400; ++i)
            {
                var from = new Tile(7 * i % (width + 1), 11 * i % height);
                var to = new Tile(13 * i % width, 5 * i % (height + 1));
                CorridorResult result = corridor.Find(from, to);
                string what = from + " to " + to;
                uint[] areas = corridor.ToAreas();
                Tile[] tiles = corridor.ToTiles();
                Same((ulong)areas.Length, result.AreaCount, what);
                Same((ulong)tiles.Length, result.TileCount, what);
                if (areas.Length > 0)
                {
                    Expect(world.TryAreaAt(from, out uint first) && first == areas[0], what + " begins in its area");
                    Expect(world.TryAreaAt(to, out uint last) && last == areas[areas.Length - 1], what + " ends there");
                    Same(result.BoardCost, board.FindCost(new BoardRequest { From = first, To = last }).Cost, what);
                    SameList(corridor.ToNames(), areas.Select(world.NodeName), what);
                }
                if (result.Status != Status.Found) continue;
                ++found;
                Same(tiles[0], from, what);
                Same(tiles[tiles.Length - 1], to, what);
                foreach (Tile tile in tiles)
                {
                    Expect(world.TryAreaAt(tile, out uint area) && areas.Contains(area), what + " keeps to its areas");
                }
                ulong direct = query.FindCost(from, to).Cost;
                if (result.Optimal) Same(result.Cost, direct, what);
                if (result.Cost > direct) ++detours;
                bool walked = Enumerable.Range(1, tiles.Length - 1).All(k =>
                    Math.Max(Math.Abs(tiles[k].X - tiles[k - 1].X), Math.Abs(tiles[k].Y - tiles[k - 1].Y)) <= 1);
                if (!walked) continue;
                Expect(result.Cost >= direct, what + " the least path of the map costs no more");
                ulong sum = 0;
                for (int k = 1; k < tiles.Length; ++k) sum += query.FindCost(tiles[k - 1], tiles[k]).Cost;
                Same(sum, result.Cost, what + " costs what its steps do");
                // Walls instead of all other areas cut the corners off too that steps may cross.
                overlay.Revert(new Rect(0, 0, width, height));
                for (int y = 0; y < height; ++y)
                {
                    for (int x = 0; x < width; ++x)
                    {
                        bool isInside = world.TryAreaAt(new Tile(x, y), out uint area) && areas.Contains(area);
                        if (!isInside) overlay.SetTerrain(new Rect(x, y, 1, 1), wall);
                    }
                }
                query.Use(overlay);
                PathResult inside = query.FindCost(from, to);
                query.Use(null);
                Expect(inside.Status != Status.Found || inside.Cost >= result.Cost, what + " is the least within");
                if (inside.Status == Status.Found && inside.Cost == result.Cost) ++within;
                var room = new Tile[tiles.Length];
                Same(corridor.CopyTiles(room), tiles.Length, what);
                SameList(room, tiles, what);
                Same(corridor.CopyTiles((Span<Tile>)new Tile[1]), tiles.Length, what);
                var numbers = new uint[20];
                Same(corridor.CopyAreas(numbers), areas.Length, what);
                SameList(numbers.Take(areas.Length), areas, what);
                Same(corridor.CopyAreas((Span<uint>)numbers), areas.Length, what);
            }
            Expect(found > 200 && detours > 50 && within > 150, "corridors are found");

            // Closures, edits, rules.
            uint street = world.FindNode("High Street");
            Expect(world.TryAreaAnchor(world.FindNode("Smithy"), out Tile smithy), "a tile of an area");
            Expect(world.TryAreaAnchor(world.FindNode("South Beach"), out Tile beach), "a tile of an area");
            CorridorResult open = corridor.Find(smithy, beach);
            Same(open.Status, Status.Found, "open");
            Expect(corridor.ToAreas().Contains(street), "by the street");
            corridor.Close(new[] { street }, null);
            Same(corridor.CopyTiles(new Tile[1]), 0, "what was found is lost");
            corridor.Find(smithy, beach);
            Expect(!corridor.ToAreas().Contains(street), "without the street");
            Same(corridor.Find(new Tile(0, 9), beach).Why, Why.NoArea, "from a closed area");
            corridor.Close(null, new[] { new Border(world.FindNode("Smithy"), world.FindNode("Smithy Green")) });
            Expect(corridor.Find(smithy, beach).BoardCost != open.BoardCost, "around a closed border");
            corridor.Close(null, null);
            Same(corridor.Find(smithy, beach).Cost, open.Cost, "all open");
            overlay.Revert(new Rect(0, 0, width, height));
            overlay.SetTerrain(new Rect(0, 9, width, 1), wall);
            corridor.Use(overlay);
            Expect(corridor.Find(smithy, beach).Cost != open.Cost, "a wall");
            corridor.Use(null);
            Same(corridor.Find(smithy, beach).Cost, open.Cost, "no wall");
            var request = new CorridorRequest(new Tile(-3, 4), beach) { MaxExpansions = 1, Ends = EndRule.Nearest };
            Same(corridor.Find(request).Status, Status.OutOfBudget, "a budget");
            request.MaxExpansions = 0;
            Same(corridor.Find(request).Why, Why.MovedEnd, "an end off the map");
            MakesNoGarbage(() => corridor.Find(smithy, smithy), "corridors");
            request.Ends = (EndRule)2;
            Refused(ErrorCode.Value, () => corridor.Find(request), "no rule");
            Refused(ErrorCode.Range, () => corridor.Close(new[] { 99u }, null), "no area");
            using (World harbour = Harbour())
            using (var alien = new Overlay(harbour))
            {
                Refused(ErrorCode.Missing, () => new CorridorQuery(harbour), "no areas");
                Refused(ErrorCode.OtherWorld, () => corridor.Use(alien), "an overlay of another world");
            }
        }
    }

    /// <summary>A service answers what a query does, of what was shown, whoever asks when; it goes on from its
    /// bytes.</summary>
    private static void Services()
    {
        var options = new ServiceOptions { Slots = 12, Clients = 2, Views = 2, Slice = 200, Patience = 4 };
        using (World world = Harbour())
        using (var query = new PathQuery(world))
        using (var path = new FoundPath(query))
        using (var service = new PathService(world, 0, options))
        using (var overlay = new Overlay(world))
        {
            overlay.SetTerrain(new Rect(100, 0, 5, 150), world.FindTerrain("@"));
            Same(service.Show(1, overlay), Status.Found, "a view");
            Same(service.Revision(0), 0ul, "a view");
            Same(service.Revision(1), 1ul, "a view");
            List<Asked> asked = AskedOfCpp(60);
            var waiting = new Dictionary<ulong, int>();
            FoundPath[] paths = Enumerable.Range(0, 12).Select(i => new FoundPath(query)).ToArray();
            var free = new Stack<FoundPath>(paths);
            var tickets = new ulong[12];
            int next = 0, busy = 0, answered = 0, found = 0, polled = 0;
            ulong ticks = 0;
            while (next < asked.Count || waiting.Count > 0)
            {
                for (int k = 0; k < 3 && next < asked.Count; ++k)
                {
                    // Every fifth asks for the cost alone.
                    var request = new PathRequest(asked[next].From, asked[next].To);
                    var terms = new ServiceTerms
                    {
                        Client = (ulong)(next % 2), Priority = (byte)(next % 3), View = (ulong)(next / 2 % 2)
                    };
                    ulong ticket = 0;
                    Status status = Status.Busy;
                    bool isCost = next % 5 == 0;
                    if (isCost) status = service.SubmitCost(request, out ticket, terms);
                    else if (free.Count > 0) status = service.Submit(request, free.Peek(), out ticket, terms);
                    if (status == Status.Busy)
                    {
                        ++busy;
                        break;
                    }
                    Same(status, Status.Found, "a request");
                    if (!isCost) free.Pop();
                    waiting.Add(ticket, next++);
                }
                ServiceReport report = service.Tick(700);
                ++ticks;
                int count = service.CopyAnswered(tickets);
                Same((ulong)count, report.Answered, "answers of a tick");
                SameList(service.ToAnswered(), tickets.Take(count), "answers of a tick");
                Same(service.CopyAnswered((Span<ulong>)tickets), count, "answers of a tick");
                for (int k = 0; k < count; ++k)
                {
                    int number = waiting[tickets[k]];
                    waiting.Remove(tickets[k]);
                    bool isCost = number % 5 == 0;
                    FoundPath back = isCost ? null : paths.First(one => !free.Contains(one));
                    PathResult result;
                    Served served;
                    TicketState state = isCost ? service.PollCost(tickets[k], out result, out served)
                                               : service.Poll(tickets[k], back, out result, out served);
                    Same(state, TicketState.Answered, "an answer");
                    Expect(served.Answered == ticks && served.Asked < ticks && served.Charged >= result.Expansions,
                        "how it was served");
                    Same(served.Revision, (ulong)(number / 2 % 2), "what was shown");
                    query.Use(number / 2 % 2 == 0 ? null : overlay);
                    PathResult wanted = query.Find(asked[number].From, asked[number].To, path);
                    Same(result.Status, wanted.Status, "an answer");
                    Same(result.Cost, wanted.Cost, "an answer");
                    Same(result.Expansions, wanted.Expansions, "an answer");
                    if (!isCost) SameList(back.ToWaypoints(), path.ToWaypoints(), "a path");
                    if (!isCost) free.Push(back);
                    if (result.HasPath) ++found;
                    ++answered;
                    Same(service.PollCost(tickets[k], out result, out served), TicketState.Unknown, "polled before");
                }
            }
            Expect(answered == 60 && found > 20 && busy > 0, "requests are answered, some later");

            // Cancelled, and gone on with from bytes.
            Same(service.Submit(new PathRequest(new Tile(2, 2), new Tile(246, 180)), free.Pop(), out ulong last),
                Status.Found, "a request");
            Same(service.Poll(last, path, out PathResult none), TicketState.Waiting, "it waits");
            byte[] bytes = service.ToBytes();
            SameList(service.ToSnapshots().Take(2).OrderBy(revision => revision), new[] { 0ul, 1ul }, "snapshots");
            Overlay[] shown = service.ToSnapshots().Select(revision => revision == 1 ? overlay : null).ToArray();
            using (var other = new PathService(world, 0, options))
            {
                other.Read(bytes, shown);
                Same(other.Hash(), service.Hash(), "read");
                Same(other.Tick(20).Charged, service.Tick(20).Charged, "gone on with");
                Same(other.Hash(), service.Hash(), "gone on with");
                Refused(ErrorCode.OtherWorld, () => other.Read(bytes, new Overlay[0]), "overlays that miss");
                bytes[40] ^= 1;
                Refused(ErrorCode.Corrupt, () => other.Read(bytes, shown), "other bytes");
                var disposed = new Overlay(world);
                disposed.Dispose();
                Throws<ObjectDisposedException>(() => other.Read(bytes, new[] { overlay, disposed }), "disposed");
                Throws<ArgumentNullException>(() => other.Read(bytes, null), "null");
            }
            Same(service.Cancel(last, path), TicketState.Waiting, "cancelled");
            Same(service.Cancel(last), TicketState.Unknown, "cancelled");
            Same(query.Find(new Tile(2, 2), new Tile(246, 180), path).Status, Status.Found, "memory for the next path");
            Expect(path.ToWaypoints().Length > 1, "memory for the next path");
            Throws<ArgumentNullException>(() => service.Cancel(last, null), "null");
            Same(service.Show(1, null), Status.Found, "a view");
            Same(service.Revision(1), 2ul, "a view");

            var home = new PathRequest(new Tile(2, 2), new Tile(3, 3));
            MakesNoGarbage(() =>
            {
                service.Submit(home, path, out ulong ticket);
                service.Tick(1000);
                if (service.Poll(ticket, path, out PathResult result) == TicketState.Answered) ++polled;
            }, "a service");
            Same(polled, GarbageCalls + 1, "each is answered");
            Refused(ErrorCode.Range, () => service.Show(2, null), "no view");
            Refused(ErrorCode.Range, () => service.Revision(-1), "no view");
            Refused(ErrorCode.Range, () => service.SubmitCost(home, out last, new ServiceTerms { Client = 2 }),
                "no client");
            home.Tier = (Tier)77;
            Refused(ErrorCode.Value, () => service.SubmitCost(home, out last), "no tier");
            Refused(ErrorCode.Value, () => new PathService(world, 0, new ServiceOptions { Slice = 15 }), "a slice");
            Throws<ArgumentNullException>(() => service.Submit(home, null, out last), "null");
            foreach (FoundPath one in paths) one.Dispose();
        }
    }

    /// <summary>Units come to their goals, never two to one tile; a crowd goes on from its bytes.</summary>
    private static void Crowds()
    {
        const int Units = 60;
        var options = new CrowdOptions { Units = Units, Seed = 5 };
        using (World world = Harbour())
        using (var query = new PathQuery(world))
        using (var crowd = new Crowd(world, options))
        using (var again = new Crowd(world, options, new[] { 0 }))
        using (var overlay = new Overlay(world))
        {
            List<Tile> places = Reachable(query, 2 * Units);
            for (int i = 0; i < Units; ++i)
            {
                var spec = new UnitSpec { Tile = places[i], Side = 1, Ticks = i % 3 == 0 ? 3u : 0u, Tiles = 2 };
                Same(crowd.Add(spec, out uint unit).Status, Status.Found, "a unit");
                Same(unit, (uint)i, "a unit");
            }
            Same(crowd.Add(new UnitSpec { Tile = places[0] }, out uint none).Status, Status.BadStart, "a taken tile");
            Same(none, Library.NoUnit, "a taken tile");
            Same(crowd.Add(new UnitSpec { Tile = places[Units] }, out none).Why, Why.NoRoom, "a full crowd");
            for (uint unit = 0; unit < Units; ++unit)
            {
                // Who withholds may wait for ever.
                Tile goal = places[Units + (int)unit];
                Same(crowd.Order(unit, goal, Avoidance.Withhold).Status, Status.Found, "an order");
                Same(crowd.Unit(unit).Avoidance, Avoidance.Withhold, "a unit");
                Same(crowd.Order(unit, goal).Status, Status.Found, "another order");
                Same(crowd.Unit(unit).Avoidance, Avoidance.Cooperate, "a unit");
                Same(crowd.Unit(unit).State, UnitState.Going, "a unit");
            }
            Same(crowd.Order(0, new Tile(-1, -1)).Status, Status.BadGoal, "a goal off the map");

            var arrived = new HashSet<uint>();
            var moves = new UnitMove[Units];
            var units = new uint[Units];
            var last = new Tile[Units];
            for (int i = 0; i < Units; ++i) last[i] = places[i];
            int started = 0, ended = 0;
            bool edited = false;
            CrowdReport report;
            do
            {
                report = crowd.Tick();
                Expect(report.Tick < 5000, "units come to their goals: " + arrived.Count);
                int count = crowd.CopyStarted(moves);
                Same(count, report.Started, "moves");
                foreach (UnitMove move in moves.Take(count))
                {
                    Same(move.From, last[move.Unit], "a move begins where the last one ended");
                    Same(crowd.Unit(move.Unit).To, move.To, "a move leads where the unit says");
                    Expect(move.Begin < move.End && move.Heading == Heading.Any, "a move takes its time");
                    last[move.Unit] = move.To;
                }
                started += count;
                Same(crowd.CopyStarted((Span<UnitMove>)moves), count, "moves");
                SameList(crowd.ToStarted().Select(move => move.Unit), moves.Take(count).Select(move => move.Unit),
                    "moves");
                Same(crowd.CopyEnded(moves), report.Ended, "moves");
                Same(crowd.CopyEnded((Span<UnitMove>)moves), report.Ended, "moves");
                Same(crowd.ToEnded().Length, report.Ended, "moves");
                ended += report.Ended;
                count = crowd.CopyArrived(units);
                Same(count, report.Arrived, "arrived");
                SameList(crowd.ToArrived(), units.Take(count), "arrived");
                Same(crowd.CopyArrived((Span<uint>)units), count, "arrived");
                arrived.UnionWith(units.Take(count));
                count = crowd.CopyStuck(units);
                Same(count, report.Stuck, "stuck");
                SameList(crowd.ToStuck(), units.Take(count), "stuck");
                Same(crowd.CopyStuck((Span<uint>)units), count, "stuck");
                for (int i = 0; i < count; ++i)
                {
                    uint[] blockers = crowd.ToBlockers(i);
                    Same(crowd.CopyBlockers(i, units), blockers.Length, "blockers");
                    Same(crowd.CopyBlockers(i, (Span<uint>)units), blockers.Length, "blockers");
                    Expect(blockers.Length <= 8 && blockers.All(unit => unit < Units), "blockers");
                }

                // No two stand on one tile, nor lead there; who leaves it is gone when another comes, and they do not
                // change places.
                var taken = new Dictionary<Tile, CrowdUnit>();
                var ends = new HashSet<Tile>();
                CrowdUnit[] all = Enumerable.Range(0, Units).Select(unit => crowd.Unit((uint)unit)).ToArray();
                foreach (CrowdUnit unit in all)
                {
                    Expect(!taken.ContainsKey(unit.Tile), "one stands at " + unit.Tile);
                    Expect(ends.Add(unit.To), "one leads to " + unit.To);
                    taken.Add(unit.Tile, unit);
                    Same(query.FindCost(unit.Tile, unit.To).Status, Status.Found, "a unit stands on open ground");
                }
                foreach (CrowdUnit unit in all)
                {
                    CrowdUnit other;
                    if (unit.To == unit.Tile || !taken.TryGetValue(unit.To, out other)) continue;
                    Expect(other.To != other.Tile && other.End <= unit.End, "one leaves before another comes");
                    Expect(other.To != unit.Tile, "they do not change places");
                }

                // Another goes on from the bytes, on the file and then with edits.
                if (report.Tick == 30 || report.Tick == 60)
                {
                    again.Read(crowd.ToBytes(), edited ? overlay : null);
                    Same(again.Hash(), crowd.Hash(), "read");
                    for (int i = 0; i < 20; ++i) again.Tick();
                }
                if (report.Tick == 50 || report.Tick == 80)
                {
                    Same(again.Hash(), crowd.Hash(), "gone on with");
                    Same(again.Unit(7).Tile, crowd.Unit(7).Tile, "gone on with");
                }
                if (report.Tick == 55)
                {
                    Tile wall = Enumerable.Range(3, 200).Select(x => new Tile(x, 3)).First(tile =>
                        query.FindCost(tile, tile).Status == Status.Found && !taken.ContainsKey(tile) &&
                        !ends.Contains(tile) && !places.Contains(tile));
                    overlay.SetTerrain(new Rect(wall.X, wall.Y, 1, 1), world.FindTerrain("@"));
                    crowd.Use(overlay);
                    query.Use(overlay);
                    edited = true;
                    byte[] bytes = crowd.ToBytes();
                    Refused(ErrorCode.OtherWorld, () => again.Read(bytes, null), "another overlay");
                    bytes[40] ^= 1;
                    Refused(ErrorCode.Corrupt, () => again.Read(bytes, overlay), "other bytes");
                }
            } while (arrived.Count < Units);
            Expect(report.Tick > 80 && started > 1000 && started - ended < Units, "units move");
            for (int i = 0; i < 10; ++i) report = crowd.Tick();
            for (uint unit = 0; unit < Units; ++unit)
            {
                CrowdUnit data = crowd.Unit(unit);
                Same(data.Goal, places[Units + (int)unit], "a goal");
                Same(data.State, UnitState.Idle, "a unit that is there");
            }

            crowd.Hold(0);
            Same(crowd.Unit(0).State, UnitState.Holding, "a unit that holds");
            crowd.SetPace(0, 7, 2);
            crowd.Remove(1);
            Refused(ErrorCode.Range, () => crowd.Unit(1), "a unit that was removed");
            Same(crowd.Add(new UnitSpec { Tile = crowd.Unit(0).Tile }, out none).Status, Status.BadStart, "taken");
            Same(crowd.Add(new UnitSpec { Tile = places[Units + 1] }, out none).Status, Status.Found, "a free tile");
            Same(none, 1u, "its number is given again");
            MakesNoGarbage(() => crowd.Unit(0), "units");
            MakesNoGarbage(() => crowd.Tick(), "ticks");
            Refused(ErrorCode.Range, () => crowd.Hold(Units), "no unit");
            Refused(ErrorCode.Range, () => crowd.SetPace(0, 5000, 1), "a pace");
            Refused(ErrorCode.Range, () => crowd.CopyBlockers(-1, units), "nobody is stuck");
            Refused(ErrorCode.Value, () => crowd.Order(0, places[0], (Avoidance)3), "no avoidance");
            Refused(ErrorCode.Range, () => crowd.Add(new UnitSpec { Profile = 1 }, out none), "no profile");
            Refused(ErrorCode.Range, () => crowd.Add(new UnitSpec { Heading = (Heading)9 }, out none), "no heading");
            Refused(ErrorCode.Value, () => new Crowd(world, options, new int[0]), "no profiles");
            Refused(ErrorCode.Range, () => new Crowd(world, options, 1), "a profile that is not there");
            Throws<ArgumentNullException>(() => new Crowd(world, options, null), "null");
            Throws<ArgumentNullException>(() => crowd.Read(null, null), "null");
        }
    }

    /// <summary>Units that others block come back to their paths, and walk what the repair says.</summary>
    private static void Repairs()
    {
        using (World world = Harbour())
        using (var query = new PathQuery(world))
        using (var path = new FoundPath(query))
        using (var walker = new LegWalker(world))
        using (var repair = new PathRepair(world))
        using (var overlay = new Overlay(world))
        {
            List<Tile> places = Reachable(query, 80);
            int repaired = 0, far = 0;
            for (int i = 0; i + 1 < places.Count; ++i)
            {
                if (query.Find(places[i], places[i + 1], path).Status != Status.Found) continue;
                if (walker.Next(path).Status != LegStatus.Ready) continue;
                Tile[] leg = walker.ToTiles();
                if (leg.Length < 6) continue;
                // Someone stands on the fourth tile, and this unit on the second.
                var ahead = new ArraySegment<Tile>(leg, 1, leg.Length - 1);
                var blocked = new ArraySegment<Tile>(leg, 3, 1);
                RepairResult result = repair.Repair(path, leg[1], ahead, blocked);
                if (result.Status == Status.Undecided)
                {
                    result = repair.Repair(path, leg[1], ahead, blocked, query);
                    if (result.Status != Status.Found) continue;
                    Expect(result.Searched, "found by the query");
                    ++far;
                }
                Same(result.Status, Status.Found, "a repair");
                Answer left = repair.CostToGo(path);
                Same(left.Status, Status.Found, "what is left");
                Same(left.Cost, result.Cost, "what is left costs");
                var tiles = new List<Tile>();
                Same(walker.Walk(path, tiles), LegStatus.Done, "a repaired path");
                Same(tiles[0], leg[1], "it begins where the unit stands");
                Same(tiles[tiles.Count - 1], places[i + 1], "it ends where the path did");
                Expect(!tiles.Contains(leg[3]), "it goes around who stands in the way");
                Expect(result.Cost >= query.FindCost(leg[1], places[i + 1]).Cost, "it is no shorter than the best");
                ulong walked = 0;
                for (int j = 1; j < tiles.Count; ++j) walked += query.FindCost(tiles[j - 1], tiles[j]).Cost;
                Same(walked, result.Cost, "its steps cost");
                ++repaired;
            }
            Expect(repaired > 20 && repaired > far, "paths were repaired: " + repaired);

            Same(query.Find(places[0], places[1], path).Status, Status.Found, "a path");
            Same(walker.Next(path).Status, LegStatus.Ready, "a leg");
            Tile[] first = walker.ToTiles();
            var none = new ArraySegment<Tile>(first, 0, 1);
            RepairResult wrong = repair.Repair(path, first[0], none);
            Same(wrong.Status, Status.BadRequest, "a leg that ends elsewhere");
            Same(wrong.Why, Why.WrongSize, "a leg that ends elsewhere");
            overlay.SetTerrain(new Rect(first[0].X, first[0].Y, 1, 1), world.FindTerrain("@"));
            repair.Use(overlay);
            Same(repair.Repair(path, first[0], new ArraySegment<Tile>(first)).Status, Status.BadStart, "in a wall");
            repair.Use(null);
            var whole = new ArraySegment<Tile>(first);
            var next = new ArraySegment<Tile>(first, 1, 1);
            Same(repair.Repair(path, first[0], whole, next, null, 1).Status, Status.OutOfBudget, "no budget");
            MakesNoGarbage(() => repair.Repair(path, first[0], none), "repairs");
            Throws<ArgumentNullException>(() => repair.Repair(null, first[0]), "null");
            Refused(ErrorCode.Range, () => new PathRepair(world, 1), "a profile that is not there");
        }
    }

    /// <summary>Units march in their shape and come to stand in it; a formation goes on from its bytes.</summary>
    private static void Formations()
    {
        const int Units = 9;
        var options = new CrowdOptions { Units = Units };
        using (World world = Harbour())
        using (var query = new PathQuery(world))
        using (var crowd = new Crowd(world, options))
        using (var again = new Crowd(world, options))
        using (var guide = new FormationGuide(world))
        using (var formation = new Formation(guide, new FormationOptions { Patience = 32 }))
        using (var other = new Formation(guide))
        using (var overlay = new Overlay(world))
        {
            List<Tile> places = Reachable(query, 40);
            var units = new uint[Units];
            int added = 0;
            for (int i = 0; added < Units; ++i)
            {
                // Side by side, where there is room.
                var tile = new Tile(places[0].X + i % 20, places[0].Y + i / 20);
                if (query.FindCost(places[0], tile).Status != Status.Found) continue;
                if (crowd.Add(new UnitSpec { Tile = tile }, out units[added]).Status == Status.Found) ++added;
            }
            Same(formation.Advance(crowd).State, FormationState.Idle, "without members");
            var box = new Shape { Kind = ShapeKind.Box, Count = Units, Files = 3 };
            var free = new Shape
            {
                Kind = ShapeKind.Free, Slots = Enumerable.Range(0, Units).Select(i => new Slot(i % 2, i)).ToArray()
            };
            formation.Form(crowd, units, box);
            SameList(formation.ToMembers().Select(member => member.Unit).OrderBy(unit => unit), units, "members");
            int marches = 0, compared = 0;
            FormationReport report;
            for (int i = 1; i < places.Count && marches < 6; ++i)
            {
                Answer answer = formation.Order(crowd, places[i]);
                if (answer.Status != Status.Found) continue;
                Expect(answer.Cost > 0, "the leader's way costs");
                ++marches;
                for (int tick = 0; ; ++tick)
                {
                    report = formation.Advance(crowd);
                    Same(report.Members, Units, "members");
                    Expect(report.Behind <= Units, "who is behind");
                    if (report.State == FormationState.Arrived) break;
                    Expect(tick < 3000 && report.State != FormationState.Idle && report.State != FormationState.Cut,
                        "it comes to its goal: " + report.State);
                    if (tick == 10)
                    {
                        again.Read(crowd.ToBytes(), marches > 3 ? overlay : null);
                        other.Read(again, formation.ToBytes());
                        SameList(other.ToBytes(), formation.ToBytes(), "read");
                    }
                    if (tick >= 10 && tick < 30)
                    {
                        other.Advance(again);
                        Same(again.Tick().Hash, crowd.Tick().Hash, "gone on with");
                        ++compared;
                    }
                    else
                    {
                        crowd.Tick();
                    }
                }
                var members = new FormationMember[Units];
                Same(formation.CopyMembers(members), Units, "members");
                Same(formation.CopyMembers((Span<FormationMember>)members), Units, "members");
                Expect(members.All(member => crowd.Unit(member.Unit).Tile.Equals(member.Slot)), "all stand in place");
                if (marches == 2) formation.Reshape(crowd, free);
                if (marches == 3)
                {
                    overlay.SetTerrain(new Rect(0, 0, 1, 1), world.FindTerrain("@"));
                    crowd.Use(overlay);
                    guide.Use(overlay);
                }
            }
            Expect(marches == 6 && compared > 50, "marches: " + marches);
            MakesNoGarbage(() => formation.Advance(crowd), "formations");
            formation.Remove(crowd, units[4]);
            Same(formation.ToMembers().Length, Units - 1, "one has gone");
            Same(formation.Order(crowd, new Tile(-1, -1)).Status, Status.BadGoal, "a goal off the map");
            byte[] bytes = formation.ToBytes();
            bytes[bytes.Length / 2] ^= 1;
            Refused(ErrorCode.Corrupt, () => other.Read(crowd, bytes), "other bytes");
            formation.Disband(crowd);
            Same(formation.ToMembers().Length, 0, "all have gone");
            Refused(ErrorCode.Sizes, () => formation.Order(crowd, places[1]), "no members");
            Refused(ErrorCode.Sizes, () => formation.Form(crowd, new uint[0], box), "no units");
            Refused(ErrorCode.Range, () => formation.Form(crowd, new[] { units[0], units[0] }, box), "one twice");
            var empty = new Shape { Kind = ShapeKind.Box };
            Refused(ErrorCode.Value, () => formation.Form(crowd, units, empty), "no places");
            empty.Kind = ShapeKind.Free;
            Throws<ArgumentNullException>(() => formation.Form(crowd, units, empty), "null");
            Throws<ArgumentNullException>(() => formation.Form(crowd, units, null), "null");
            Throws<ArgumentNullException>(() => formation.Advance(null), "null");
            Throws<ArgumentNullException>(() => new Formation(null), "null");
            Refused(ErrorCode.Value, () => new FormationGuide(world, 0, 0, 1, 0), "a detour");
            Refused(ErrorCode.Range, () => new FormationGuide(world, 3), "a profile that is not there");
            new FormationGuide(world, 0, 0, 3, 2).Dispose();
        }
    }

    /// <summary>The map of the harbour, as the file says it.</summary>
    private static TileMap HarbourMap()
    {
        using (World world = Harbour())
        using (var overlay = new Overlay(world))
        {
            var all = new Rect(0, 0, world.Info.Width, world.Info.Height);
            var map = new TileMap
            {
                Width = world.Info.Width,
                Height = world.Info.Height,
                Tiles = new byte[world.Info.Width * world.Info.Height]
            };
            Same(overlay.CopyTiles(all, map.Tiles), map.Tiles.Length, "the tiles");
            byte[] walls = world.ImpassableTerrains(0);
            map.Terrains = Enumerable.Range(0, (int)world.Info.TerrainCount)
                .Select(i => new Terrain(world.TerrainName(i), walls.Contains((byte)i) ? 0 : Terrain.Whole)).ToArray();
            return map;
        }
    }

    /// <summary>A world that was built here answers as the one that the command built.</summary>
    private static void Building()
    {
        TileMap map = HarbourMap();
        var profiles = new[]
        {
            new MovementProfile(), new MovementProfile { Name = "cart", Footprint = 2, Corners = CornerRule.CutOne },
            new MovementProfile { Name = "gull", Metric = Metric.AnyAngle, Footprint = 0 }
        };
        using (var build = new WorldBuild(map, profiles, new BuildOptions { Threads = 2, Indexes = Portolan.Index.Ch }))
        using (World world = build.Open())
        using (var query = new PathQuery(world))
        {
            Same(world.Info.ProfileCount, 3u, "profiles");
            Same(world.FindProfile("gull"), 2, "a profile");
            Same(world.Profile(1).Footprint, 2, "a footprint");
            Same(world.Profile(2).Footprint, 0, "a point");
            Same(world.Profile(2).Metric, Metric.AnyAngle, "any angle");
            foreach (Asked pair in AskedOfCpp(200))
            {
                PathResult result = query.FindCost(pair.From, pair.To);
                Same(result.Status, pair.Status, pair.From + " to " + pair.To);
                Same(result.Cost, pair.Cost, pair.From + " to " + pair.To);
            }
            using (var straight = new PathQuery(world, 2))
            using (var path = new FoundPath(straight))
            {
                var points = new PointRequest { From = Point.Centre(new Tile(2, 2)), To = Point.Centre(new Tile(246,
                    180)) };
                PathResult result = straight.FindBetween(points, path);
                Same(result.Status, Status.Found, "at any angle");
                Point[] turns = path.ToPoints();
                Same(turns.Length, (int)result.PointCount, "points");
                Same(path.CopyPoints(new Point[500]), turns.Length, "points");
                Span<Point> span = new Point[500];
                Same(path.CopyPoints(span), turns.Length, "points");
                Same(span[1], turns[1], "points");
                double length = 0;
                for (int i = 1; i < turns.Length; ++i)
                {
                    double dx = turns[i].X - turns[i - 1].X, dy = turns[i].Y - turns[i - 1].Y;
                    length += Math.Sqrt(dx * dx + dy * dy) / 256;
                }
                Expect(Math.Abs(length - result.Length) < 0.01 * length, "a path at any angle is as long as it says");
                using (var smoother = new Smoother(world, 2))
                {
                    smoother.AddPoints(path);
                    SmoothPath smooth = smoother.Finish(new Smoothing());
                    Expect(smooth.Length <= length + 0.01 && smooth.Length > 0.99 * length, "smoothed at any angle");
                    SameList(new[] { smoother.ToPoints().First(), smoother.ToPoints().Last() },
                        new[] { turns.First(), turns.Last() }, "smoothed at any angle");
                }
                Expect(result.Length < query.FindCost(new Tile(2, 2), new Tile(246, 180)).Length,
                    "straight is shorter");
            }
            build.Save("out/built.pnav");
            SameList(File.ReadAllBytes("out/built.pnav"), build.ToBytes(), "the file");
        }

        // Floors, links, moves, prices.
        var house = new TileMap
        {
            Width = 3,
            Height = 2,
            Floors = 2,
            Terrains = new[] { new Terrain("floor", Terrain.Whole), new Terrain("mud", 5 * Terrain.Whole) },
            Tiles = new byte[] { 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0 },
            Links = new[] { new MapLink { Name = "stairs", From = new Tile(0, 0), To = new Tile(0, 3), Cost = 20000 } },
            Moves = new[]
            {
                new MapMove { From = new Tile(0, 3), To = new Tile(1, 3), Cost = MapMove.Blocked, OneWay = true }
            },
            Origin = new Tile(-7, 5)
        };
        var mover = new MovementProfile
        {
            Neighbours = 4,
            Prices = new[] { new Terrain("floor", Terrain.Whole) },
            Unlisted = Unlisted.ByMap,
            Notch = Terrain.Whole
        };
        using (var build = new WorldBuild(house, new[] { mover }))
        using (World world = build.Open())
        using (var query = new PathQuery(world))
        using (var overlay = new Overlay(world))
        {
            Same(world.Info.FloorCount, 2, "floors");
            Same(world.Info.FloorHeight, 2, "floors");
            Same(world.Info.Origin, new Tile(-7, 5), "origin");
            Same(world.LinkName(0), "stairs", "a link");
            Same(world.Link(0).Cost, 2.0, "a link");
            Expect(!world.Link(0).OneWay, "a link");
            // Down the stairs, around the move that is blocked.
            Same(query.FindCost(new Tile(0, 0), new Tile(1, 3)).Length, 5.0, "over a link, around a blocked move");
            Same(query.FindCost(new Tile(1, 3), new Tile(0, 0)).Length, 3.0, "and back");
            overlay.Raise(new Rect(0, 3, 3, 2), 2);
            overlay.Raise(new Rect(0, 3, 2, 1), new byte[] { 1, 0 });
            Same(overlay.Notches(new Tile(0, 3)), (byte)1, "notches");
            Same(overlay.Notches(new Tile(2, 3)), (byte)2, "notches");
        }
    }

    private static void Refusals()
    {
        Expect(Refused(ErrorCode.Io, () => World.Open("out/absent.pnav"), "no file").Contains("absent.pnav"), "a name");
        Expect(Refused(ErrorCode.Corrupt, () => World.Open(new byte[100]), "no world").Length > 10, "a message");
        Throws<ArgumentNullException>(() => World.Open((string)null), "null");
        Throws<ArgumentNullException>(() => World.Open((byte[])null), "null");
        Throws<ArgumentNullException>(() => new PathQuery(null), "null");
        Throws<ArgumentException>(() => World.Open("a\0b"), "a zero character");
        using (World world = Harbour())
        using (World other = Harbour())
        using (var query = new PathQuery(world))
        using (var path = new FoundPath(query))
        using (var overlay = new Overlay(world))
        using (var alien = new Overlay(other))
        using (var batch = new BatchQuery(world, 0, 1))
        using (var goals = new GoalSet(world, 0, 5))
        using (var search = new GoalSearch(goals))
        {
            Refused(ErrorCode.Range, () => new PathQuery(world, 1), "a profile that is not there");
            Refused(ErrorCode.Range, () => new PathQuery(world, -1), "a profile below 0");
            Refused(ErrorCode.Range, () => world.Profile(7), "a profile that is not there");
            Refused(ErrorCode.Range, () => world.TerrainName(255), "a terrain that is not there");
            Refused(ErrorCode.NotFound, () => world.FindTerrain("lava"), "a terrain that is not there");
            Refused(ErrorCode.Missing, () => world.FindNode("Alaska"), "a board that is not there");
            Refused(ErrorCode.Range, () => overlay.SetTerrain(new Rect(-1, 0, 2, 2), 0), "off the map");
            Refused(ErrorCode.Range, () => overlay.SetTerrain(new Rect(0, 0, 2, 2), 254), "no terrain");
            Refused(ErrorCode.Value, () => overlay.SetTiles(new Rect(0, 0, 2, 2), new byte[3]), "too few tiles");
            Refused(ErrorCode.Range, () => overlay.Terrain(new Tile(-1, 0)), "off the map");
            Refused(ErrorCode.Corrupt, () => overlay.Read(new byte[70]), "no overlay");
            Refused(ErrorCode.Io, () => overlay.Load("out/absent"), "no file");
            Expect(Refused(ErrorCode.Io, () => overlay.Save("out/no folder/x"), "no folder").Contains("no folder"),
                "a name");
            Refused(ErrorCode.OtherWorld, () => query.Use(alien), "an overlay of another world");
            Refused(ErrorCode.OtherWorld, () => overlay.Adopt(alien), "an overlay of another world");
            Refused(ErrorCode.Value, () => query.FindCost(new PathRequest { Tier = (Tier)77 }), "no tier");
            Refused(ErrorCode.Value, () => query.FindCost(new PathRequest { Ends = (EndRule)2 }), "no rule");
            Refused(ErrorCode.Corrupt, () => path.Read(new byte[9]), "no path");
            Refused(ErrorCode.Value, () => new FoundPath(query, 1), "no room for a leg");
            Refused(ErrorCode.Sizes, () => batch.Pairs(new TilePair[2], new BatchAnswer[3]), "answers");
            Refused(ErrorCode.Sizes, () => batch.Table(new Tile[2], new Tile[2], new BatchAnswer[3]), "answers");
            Refused(ErrorCode.Range, () => goals.Insert(5, new Tile(2, 2)), "a number that is not there");
            goals.Insert(1, new Tile(2, 2));
            Refused(ErrorCode.Value, () => goals.Insert(1, new Tile(2, 2)), "a number that is taken");
            Refused(ErrorCode.NotFound, () => goals.Erase(2), "a goal that is not there");
            int count;
            Refused(ErrorCode.Sizes, () => search.Nearest(new NearestGoalsRequest(), new ReachedGoal[0], out count),
                "no room");
            Throws<ArgumentNullException>(() => query.Find(new PathRequest(), null), "null");
            Throws<ArgumentNullException>(() => path.CopyWaypoints((Tile[])null), "null");
            Throws<ArgumentNullException>(() => search.NearestWhere(new NearestGoalsRequest(), null,
                new ReachedGoal[1], out count), "null");

            query.Dispose();
            query.Dispose();
            Throws<ObjectDisposedException>(() => query.FindCost(new Tile(2, 2), new Tile(3, 3)), "disposed");
            Throws<ObjectDisposedException>(() => new FoundPath(query), "disposed");
        }
        var map = new TileMap { Width = 2, Height = 1, Terrains = new[] { new Terrain("a", 1) }, Tiles = new byte[2] };
        var movers = new[] { new MovementProfile() };
        new WorldBuild(map, movers).Dispose();
        Expect(Refused(ErrorCode.Value, () => new WorldBuild(map, new MovementProfile[0]),
            "nobody").Contains("profiles"), "words");
        map.Tiles = new byte[] { 0, 1 };
        Expect(Refused(ErrorCode.Value, () => new WorldBuild(map, movers), "no terrain").Contains("palette"), "words");
        map.Tiles = new byte[1];
        Refused(ErrorCode.Sizes, () => new WorldBuild(map, movers), "too few tiles");
        map.Tiles = new byte[2];
        movers[0].Neighbours = 5;
        Expect(Refused(ErrorCode.Value, () => new WorldBuild(map, movers), "5 neighbours").Contains("neighbours"),
            "words");
        movers[0].Name = null;
        Throws<ArgumentNullException>(() => new WorldBuild(map, movers), "null");
        Throws<ArgumentNullException>(() => new WorldBuild(null, movers), "null");
    }

    /// <summary>What is forgotten is given back, in any order, while other threads go on; what goes on keeps its
    /// world.</summary>
    private static void Finalizers()
    {
        var query = new PathQuery(Harbour());
        var path = new FoundPath(query);
        for (int round = 0; round < 5; ++round)
        {
            for (int i = 0; i < 5; ++i) Forget();
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        Same(query.Find(new Tile(2, 2), new Tile(246, 180), path).Status, Status.Found, "a query of a forgotten world");

        // One thread asks, the other disposes what is asked: an answer, or ObjectDisposedException.
        int answered = 0;
        int late = 0;
        for (int round = 0; round < 15; ++round)
        {
            using (World world = Harbour())
            {
                var asked = new PathQuery(world);
                var thread = new Thread(() =>
                {
                    try
                    {
                        for (int i = 0; i < 2000; ++i)
                        {
                            Same(asked.FindCost(new Tile(2, 2), new Tile(246, 180)).Status, Status.Found, "an answer");
                            Interlocked.Increment(ref answered);
                        }
                    }
                    catch (ObjectDisposedException)
                    {
                        ++late;
                    }
                });
                thread.Start();
                Thread.Sleep(1);
                asked.Dispose();
                thread.Join();
            }
        }
        Expect(answered > 0 && late > 0, "some are answered, some too late");
        query.Dispose();
        Throws<ObjectDisposedException>(() => query.Find(new Tile(2, 2), new Tile(3, 3), path), "disposed");
        Expect(path.ToWaypoints().Length > 1, "a path outlives its query");
        path.Dispose();
    }

    private static void Forget()
    {
        var world = Harbour();
        var overlay = new Overlay(world);
        overlay.SetTerrain(new Rect(5, 5, 3, 3), 0);
        var query = new PathQuery(world);
        query.Use(overlay);
        var goals = new GoalSet(world, 0, 3);
        var search = new GoalSearch(goals);
        search.Use(overlay);
        var field = new GoalField(world, new DistanceArena(100));
        field.Use(overlay);
        field.Aim(new Tile(40, 31), EndRule.Nearest);
        new Smoother(world).Use(overlay);
        new PathService(world).Show(0, overlay);
        var crowd = new Crowd(world, new CrowdOptions { Units = 3 });
        crowd.Add(new UnitSpec { Tile = new Tile(2, 2) }, out uint unit);
        new Formation(new FormationGuide(world)).Form(crowd, new[] { unit }, new Shape { Count = 1 });
        new PathRepair(world).Use(overlay);
        var path = new FoundPath(query);
        query.Find(new Tile(2, 2), new Tile(40, 31), path);
    }

    // ---- What a call costs ----

    private static void Time()
    {
        Console.WriteLine(Lines(pathsProgram, "out/harbour.pnav --time")[0]);
        using (World world = Harbour())
        using (var query = new PathQuery(world))
        using (var path = new FoundPath(query))
        {
            const int Calls = 2000;
            var at = new Tile(2, 2);
            Report("FindCost, decided by its ends", Calls, () => query.FindCost(at, at));
            Report("Find, the same with a path", Calls, () => query.Find(at, at, path));
            Tile tile;
            Report("TryNearestTile, of a tile that will do", Calls, () => query.TryNearestTile(at, out tile));
            var room = new Tile[100];
            query.Find(at, new Tile(246, 180), path);
            Report("CopyWaypoints", Calls, () => path.CopyWaypoints(room));
            Report("CopyWaypoints into a span", Calls, () => path.CopyWaypoints((Span<Tile>)room));
            using (var arena = new DistanceArena(1000))
            using (var field = new GoalField(world, arena))
            {
                field.Aim(new Tile(246, 180));
                Report("Next of a field, across the harbour", Calls, () => field.Next(at));
            }
            List<Asked> asked = AskedOfCpp(1000);
            Report("a thousand paths across the harbour", 1, () =>
            {
                foreach (Asked pair in asked) query.Find(pair.From, pair.To, path);
            });
            int collections = GC.CollectionCount(0);
            for (int i = 0; i < 1000000; ++i) query.Find(at, at, path);
            Console.WriteLine("collections in a million calls: " + (GC.CollectionCount(0) - collections));
        }
    }

    private static void Report(string what, int calls, Action call)
    {
        // The least of many short passes, which other programs hardly disturb.
        double least = double.MaxValue;
        for (int pass = 0; pass < 500; ++pass)
        {
            Stopwatch watch = Stopwatch.StartNew();
            for (int i = 0; i < calls; ++i) call();
            least = Math.Min(least, watch.Elapsed.TotalMilliseconds * 1e6 / calls);
        }
        Console.WriteLine(what + ": " + least.ToString("0") + " ns a call");
    }
}
