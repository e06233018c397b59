// SPDX-License-Identifier: BSL-1.0
// Portolan from C#: long-distance paths in tile worlds, over the C interface (portolan/capi/portolan.h), which says
// what is not said here. C# 7, without unsafe code; mono, .NET and Unity.
//
// Handles. Each class holds a SafeHandle: Dispose() gives memory back at once, the finalizer does otherwise, in any
// order and on any thread, as whatever still needs a closed world keeps its data.
//
// Errors. A call that cannot be made throws a PortolanException with the code and the message of the library; null is
// an ArgumentNullException, what was disposed an ObjectDisposedException. That there is no path is no error: see
// Status.
//
// Threads. Worlds: any number at once. Overlays and sets of goals: read by many or changed by one. All others: one
// thread at a time each, any number of them side by side.
//
// Arrays are the caller's, so that a game that keeps them makes no garbage: methods named Copy write into one and
// return how many elements there are; if it is too short nothing is written, and the number tells how long it must be.
// Those named To make a new one.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Portolan
{
    // ---- Codes ----

    /// <summary>Why a call could not be made.</summary>
    public enum ErrorCode
    {
        /// <summary>No error.</summary>
        Ok = 0,
        /// <summary>A pointer that must not be null is.</summary>
        Null = 1,
        /// <summary>A handle of another kind.</summary>
        Handle = 2,
        /// <summary>The library knows other structs: it is of another version.</summary>
        StructSize = 3,
        /// <summary>A tier, rule or number that does not exist or fit.</summary>
        Value = 4,
        /// <summary>No such profile, terrain, tile, rectangle or node in this world.</summary>
        Range = 5,
        /// <summary>A buffer is too small.</summary>
        Buffer = 6,
        /// <summary>Nothing has that name, or there is no such thing here.</summary>
        NotFound = 7,
        /// <summary>The world has no map, no board, or no areas.</summary>
        Missing = 8,
        /// <summary>What is given together belongs to different worlds.</summary>
        OtherWorld = 9,
        /// <summary>The file cannot be opened, read or written.</summary>
        Io = 10,
        /// <summary>A file of a version or kind that this library does not handle.</summary>
        Unsupported = 11,
        /// <summary>A file that is none, is cut short or contradicts itself.</summary>
        Corrupt = 12,
        /// <summary>Larger than a documented limit.</summary>
        Limit = 13,
        /// <summary>Not enough memory.</summary>
        Memory = 14,
        /// <summary>The system refuses what a call needs.</summary>
        System = 15,
        /// <summary>A fault of the library.</summary>
        Internal = 16,
        /// <summary>Arrays or counts that do not fit each other.</summary>
        Sizes = 17
    }

    /// <summary>What a query answers.</summary>
    public enum Status : byte
    {
        /// <summary>Here it is.</summary>
        Found = 0,
        /// <summary>The tier that was asked alone gave no path, which proves nothing.</summary>
        Undecided = 1,
        /// <summary>Proven: there is no path.</summary>
        Unreachable = 2,
        /// <summary>The start is outside the map or blocked.</summary>
        BadStart = 3,
        /// <summary>The goal is, or no path leads to the tile taken for it.</summary>
        BadGoal = 4,
        /// <summary>The budget was spent first.</summary>
        OutOfBudget = 5,
        /// <summary>The world file contradicts itself.</summary>
        Corrupt = 6,
        /// <summary>A path to the nearest tile that will do instead of the goal, as was asked for.</summary>
        Partial = 7,
        /// <summary>Never answered here: such a call throws.</summary>
        BadRequest = 8,
        /// <summary>A service takes no more now.</summary>
        Busy = 9
    }

    /// <summary>The reason behind a status.</summary>
    public enum Why : byte
    {
        /// <summary>None is needed.</summary>
        None = 0,
        /// <summary>An end lies outside the map.</summary>
        Outside = 1,
        /// <summary>An end is not passable for the profile.</summary>
        Blocked = 2,
        /// <summary>The ends lie on different islands.</summary>
        DifferentIslands = 3,
        /// <summary>The search saw everything that can be reached.</summary>
        Exhausted = 4,
        /// <summary>The ends do not fit in the local matrix.</summary>
        DoesNotFit = 5,
        /// <summary>The local matrix holds no path, but one may lead around it.</summary>
        NoLocalPath = 6,
        /// <summary>The file or the query lacks what the forced tier needs.</summary>
        TierMissing = 7,
        /// <summary>Edits may have changed what the forced tier would answer.</summary>
        Edited = 8,
        /// <summary>More expansions would be needed.</summary>
        BudgetSpent = 9,
        /// <summary>A value in the file points nowhere or contradicts another.</summary>
        BadReference = 10,
        /// <summary>As asked, an end was moved to the nearest tile that will do.</summary>
        MovedEnd = 11,
        /// <summary>An end is a point where this mover, which stands on tiles, cannot be.</summary>
        OffLattice = 12,
        /// <summary>An end lies in no area that is open.</summary>
        NoArea = 13,
        /// <summary>There is a way over areas, but within them no path joins these ends.</summary>
        NoPathWithin = 14,
        /// <summary>No path leads to the nearest tile that might do; which one does is not known.</summary>
        NearestUnknown = 15,
        /// <summary>An end is a place that is closed now.</summary>
        Closed = 16,
        /// <summary>The memory given is too small for the answer.</summary>
        NoRoom = 17,
        /// <summary>Of a bad request: arrays that do not fit each other.</summary>
        WrongSize = 18,
        /// <summary>Of a bad request: a node that does not exist.</summary>
        NoSuchNode = 19,
        /// <summary>Of a bad request: a client or a view that does not exist.</summary>
        OutOfRange = 20
    }

    /// <summary>How a world has the bytes of its file.</summary>
    public enum FileAccess : byte
    {
        /// <summary>The file's own pages, read as they are used; the file must not be shortened meanwhile.</summary>
        Mapped = 0,
        /// <summary>Private memory as long as the file.</summary>
        Copied = 1
    }

    /// <summary>How a query looks for the path.</summary>
    public enum Tier : byte
    {
        /// <summary>The first that answers exactly.</summary>
        Automatic = 0,
        /// <summary>Plain A* on the tiles: needs Baseline.With.</summary>
        Astar = 1,
        /// <summary>A* in the matrix of 60x60 or 120x120 tiles around both ends.</summary>
        Local = 2,
        /// <summary>A* over the region levels.</summary>
        Regions = 3,
        /// <summary>Direct sight, else A* over the waypoint graph.</summary>
        Waypoints = 4,
        /// <summary>Direct sight, else the graph's contraction hierarchy.</summary>
        Ch = 5,
        /// <summary>Direct sight, else the graph's hub labels.</summary>
        Labels = 6,
        /// <summary>Direct sight, else the graph's block labels.</summary>
        Blocks = 7,
        /// <summary>Jump points on the tiles.</summary>
        Jump = 8
    }

    /// <summary>What to do with an end that is outside or blocked, or with a goal that cannot be reached.</summary>
    public enum EndRule : byte
    {
        /// <summary>Answer with the status that says so.</summary>
        Exact = 0,
        /// <summary>Take the nearest tile that will do, and answer for that.</summary>
        Nearest = 1
    }

    /// <summary>When a path that the region tier found is broken down into legs.</summary>
    public enum Unpacking : byte
    {
        /// <summary>By Find.</summary>
        AtOnce = 0,
        /// <summary>By a walker: Find returns sooner, with fewer waypoints on the same path.</summary>
        LegByLeg = 1
    }

    /// <summary>How large the window of the tier Local is.</summary>
    public enum Matrix : byte
    {
        /// <summary>60 x 60 tiles.</summary>
        Side60 = 0,
        /// <summary>120 x 120 tiles.</summary>
        Side120 = 1,
        /// <summary>60 tiles; where that tier is asked alone and the ends lie farther apart, 120.</summary>
        ByEnds = 2
    }

    /// <summary>Which of several paths of the least cost is taken, on the grid.</summary>
    public enum TieRule : byte
    {
        /// <summary>The one that the search comes to first, by its total order.</summary>
        First = 0,
        /// <summary>The fewest turns; of those the least distance beside the line between the ends.</summary>
        Straightest = 1,
        /// <summary>Each with the same chance, drawn from the seed of the request.</summary>
        Random = 2
    }

    /// <summary>Between which ends a rule of ties has chosen among all paths of the least cost.</summary>
    public enum TiesScope : byte
    {
        /// <summary>Nothing was chosen.</summary>
        None = 0,
        /// <summary>Of each leg of the region tier.</summary>
        Leg = 1,
        /// <summary>Of each stretch as long as the 60x60 tiles around it take.</summary>
        Stretch = 2,
        /// <summary>Start and goal.</summary>
        Path = 3
    }

    /// <summary>Whether a query can also run Tier.Astar, which needs about 60 bytes a tile.</summary>
    public enum Baseline : byte
    {
        /// <summary>It cannot.</summary>
        Without = 0,
        /// <summary>It can.</summary>
        With = 1
    }

    /// <summary>How the length of a way is measured.</summary>
    public enum Metric : byte
    {
        /// <summary>Step by step: paths are tiles, and have legs.</summary>
        Grid = 0,
        /// <summary>Straight lines in any direction: paths are points.</summary>
        AnyAngle = 1
    }

    /// <summary>What a walker says of the next leg.</summary>
    public enum LegStatus : byte
    {
        /// <summary>Here is the next leg.</summary>
        Ready = 0,
        /// <summary>There are no more.</summary>
        Done = 1,
        /// <summary>The path goes on, but its room was too small: find again from where the last leg ended.</summary>
        Truncated = 2,
        /// <summary>Edits have changed what the path would walk next: find again from there.</summary>
        Stale = 3,
        /// <summary>The world file contradicts the terrain here.</summary>
        Corrupt = 4
    }

    /// <summary>How a leg was made.</summary>
    public enum LegKind : byte
    {
        /// <summary>Walked along a line, or in two straight runs.</summary>
        Straight = 0,
        /// <summary>Searched in the matrix around its middle.</summary>
        Centred = 1,
        /// <summary>Searched in the matrix shifted to hold its region.</summary>
        Shifted = 2,
        /// <summary>A link.</summary>
        Link = 3
    }

    /// <summary>When a diagonal step is allowed, by the two tiles beside it.</summary>
    public enum CornerRule : byte
    {
        /// <summary>Both must be passable.</summary>
        NeverCut = 0,
        /// <summary>At least one must be.</summary>
        CutOne = 1,
        /// <summary>Neither need be.</summary>
        CutBoth = 2
    }

    /// <summary>What terrains cost that the prices of a profile do not list, where there are any.</summary>
    public enum Unlisted : byte
    {
        /// <summary>They cannot be passed.</summary>
        Impassable = 0,
        /// <summary>What the map says.</summary>
        ByMap = 1
    }

    /// <summary>Which indexes a waypoint graph gets: any of the first three together, or None.</summary>
    [Flags]
    public enum Index : uint
    {
        /// <summary>Those that fit the bytes for them.</summary>
        Automatic = 0,
        /// <summary>A contraction hierarchy: small, answers in tens of microseconds.</summary>
        Ch = 1,
        /// <summary>Hub labels: larger, answers in a few microseconds.</summary>
        Labels = 2,
        /// <summary>Block labels: larger still, about a microsecond.</summary>
        Blocks = 4,
        /// <summary>None at all.</summary>
        None = 8
    }

    /// <summary>Whether a build looks for the dead ends of the map.</summary>
    public enum DeadEndRule : byte
    {
        /// <summary>It does not.</summary>
        LeftOut = 0,
        /// <summary>It does.</summary>
        Found = 1
    }

    /// <summary>A call that could not be made; nothing has changed by it.</summary>
    public sealed class PortolanException : Exception
    {
        /// <summary>What kind of error.</summary>
        public ErrorCode Code { get; }

        /// <summary>An error with the library's words for it.</summary>
        public PortolanException(ErrorCode code, string message) : base(message)
        {
            Code = code;
        }
    }

    /// <summary>What concerns the library as a whole.</summary>
    public static class Library
    {
        /// <summary>More than any path costs; as a lower bound: it is proven that there is no path.</summary>
        public const ulong NoPath = 1UL << 62;
        /// <summary>No link.</summary>
        public const uint NoLink = uint.MaxValue;
        /// <summary>No leg has more tiles.</summary>
        public const int MaxLegTiles = 3600;

        /// <summary>The version of the native library, such as "0.1.0".</summary>
        public static string Version => Native.Text(Native.portolan_version());
        /// <summary>A status in words.</summary>
        public static string Text(Status status) => Native.Text(Native.portolan_status_text(status));
        /// <summary>A reason in words.</summary>
        public static string Text(Why why) => Native.Text(Native.portolan_why_text(why));
        /// <summary>The name of a tier.</summary>
        public static string Text(Tier tier) => Native.Text(Native.portolan_tier_text(tier));
        /// <summary>An error in words.</summary>
        public static string Text(ErrorCode code) => Native.Text(Native.portolan_error_text((int)code));
    }

    // ---- Places: (0,0) is the top-left tile, y grows downwards ----

    /// <summary>A struct of the C header, whose members have the same names there.</summary>
    [AttributeUsage(AttributeTargets.Struct)]
    internal sealed class CStructAttribute : Attribute
    {
        internal readonly string Name;
        internal CStructAttribute(string name)
        {
            Name = name;
        }
    }

    /// <summary>A tile of the map.</summary>
    [CStruct("portolan_tile")]
    [StructLayout(LayoutKind.Sequential)]
    public struct Tile : IEquatable<Tile>
    {
        /// <summary>Column, from 0.</summary>
        public int X;
        /// <summary>Row, from 0, downwards.</summary>
        public int Y;

        /// <summary>The tile of a column and a row.</summary>
        public Tile(int x, int y)
        {
            X = x;
            Y = y;
        }

        /// <inheritdoc/>
        public bool Equals(Tile other) => X == other.X && Y == other.Y;
        /// <inheritdoc/>
        public override bool Equals(object other) => other is Tile tile && Equals(tile);
        /// <inheritdoc/>
        public override int GetHashCode() => unchecked(X * 397 ^ Y);
        /// <summary>Whether both are the same tile.</summary>
        public static bool operator ==(Tile a, Tile b) => a.Equals(b);
        /// <summary>Whether they are not.</summary>
        public static bool operator !=(Tile a, Tile b) => !a.Equals(b);
        /// <summary>"x,y".</summary>
        public override string ToString() => X + "," + Y;
    }

    /// <summary>In units of 2^-8 tile: the centre of tile (x,y) is (256 x + 128, 256 y + 128).</summary>
    [CStruct("portolan_point")]
    [StructLayout(LayoutKind.Sequential)]
    public struct Point
    {
        /// <summary>To the right, in 2^-8 tile.</summary>
        public int X;
        /// <summary>Downwards, in 2^-8 tile.</summary>
        public int Y;

        /// <summary>The point at these coordinates.</summary>
        public Point(int x, int y)
        {
            X = x;
            Y = y;
        }

        /// <summary>The centre of a tile.</summary>
        public static Point Centre(Tile tile) => new Point(256 * tile.X + 128, 256 * tile.Y + 128);
    }

    /// <summary>Half open: Min is inside, Max is not.</summary>
    [CStruct("portolan_rect")]
    [StructLayout(LayoutKind.Sequential)]
    public struct Rect
    {
        /// <summary>The first tile.</summary>
        public Tile Min;
        /// <summary>Right of and below the last one.</summary>
        public Tile Max;

        /// <summary>From `min` to before `max`.</summary>
        public Rect(Tile min, Tile max)
        {
            Min = min;
            Max = max;
        }

        /// <summary>By its first tile and its sides.</summary>
        public Rect(int x, int y, int width, int height)
        {
            Min = new Tile(x, y);
            Max = new Tile(x + width, y + height);
        }
    }

    // ---- What is asked and answered ----

    /// <summary>What a world holds.</summary>
    [CStruct("portolan_world_info")]
    [StructLayout(LayoutKind.Sequential)]
    public struct WorldInfo
    {
        internal uint StructSize;
        /// <summary>In tiles; 0 without a map.</summary>
        public int Width;
        /// <summary>In tiles; 0 without a map.</summary>
        public int Height;
        /// <summary>0 without a map.</summary>
        public uint ProfileCount;
        /// <summary>Entries of the palette.</summary>
        public uint TerrainCount;
        /// <summary>Of the board; 0 without one.</summary>
        public uint NodeCount;
        /// <summary>Of the board.</summary>
        public uint ArcCount;
        /// <summary>Costs of the board are in 10^-CostDecimals of its author's unit.</summary>
        public uint CostDecimals;
        /// <summary>Floor f takes the rows from f * (FloorHeight + 1) on; one without floors.</summary>
        public int FloorCount;
        /// <summary>Rows of each floor.</summary>
        public int FloorHeight;
        /// <summary>Ways from tile to tile besides steps.</summary>
        public uint LinkCount;
        /// <summary>By which overlays can raise tiles; 0 where no profile says what one costs.</summary>
        public uint NotchCount;
        /// <summary>By which numbers the author's map calls the tile 0,0; nothing else counts in them.</summary>
        public Tile Origin;
    }

    /// <summary>A profile of a world: one kind of mover.</summary>
    [CStruct("portolan_profile_info")]
    [StructLayout(LayoutKind.Sequential)]
    public struct ProfileInfo
    {
        internal uint StructSize;
        /// <summary>Whether paths are tiles or points.</summary>
        public Metric Metric;
        /// <summary>4 or 8.</summary>
        public byte Neighbours;
        /// <summary>Side of the mover in tiles; 0: a point.</summary>
        public int Footprint;
        /// <summary>How many islands it finds the map in.</summary>
        public uint IslandCount;
        /// <summary>Positions where it can stand.</summary>
        public ulong Passable;
        /// <summary>Times the cost of a path: tile lengths at terrain cost 1.</summary>
        public double TilesPerUnit;
        /// <summary>Length of a diagonal step in tiles, where a straight one is 1.</summary>
        public double Diagonal;
    }

    /// <summary>Stairs, a ferry, a teleport.</summary>
    [CStruct("portolan_link")]
    [StructLayout(LayoutKind.Sequential)]
    public struct Link
    {
        internal uint StructSize;
        private byte oneWay;
        /// <summary>Where it begins.</summary>
        public Tile From;
        /// <summary>Where it ends.</summary>
        public Tile To;
        /// <summary>In tiles at terrain cost 1.</summary>
        public double Cost;
        /// <summary>Whether it leads from From to To only.</summary>
        public bool OneWay => oneWay != 0;
    }

    /// <summary>What every question is answered.</summary>
    [CStruct("portolan_answer")]
    [StructLayout(LayoutKind.Sequential)]
    public struct Answer
    {
        internal uint StructSize;
        /// <summary>How it came out.</summary>
        public Status Status;
        /// <summary>Why.</summary>
        public Why Why;
        private byte optimal;
        /// <summary>Of the path, where one was asked for.</summary>
        public ulong Cost;
        /// <summary>No path costs less; Library.NoPath: it is proven that there is none.</summary>
        public ulong LowerBound;
        /// <summary>Nodes settled.</summary>
        public ulong Expansions;
        /// <summary>Whether the cost is proven to be the least there is, or that there is no path.</summary>
        public bool Optimal => optimal != 0;
    }

    /// <summary>A question between tiles; with any_angle, between their centres.</summary>
    [CStruct("portolan_path_request")]
    [StructLayout(LayoutKind.Sequential)]
    public struct PathRequest
    {
        internal uint StructSize;
        /// <summary>Automatic, or one tier alone.</summary>
        public Tier Tier;
        /// <summary>What to do with ends that will not do.</summary>
        public EndRule Ends;
        /// <summary>When legs are made.</summary>
        public Unpacking Unpacking;
        /// <summary>Most that Expansions of the result may come to; 0: no limit.</summary>
        public ulong MaxExpansions;
        /// <summary>The start.</summary>
        public Tile From;
        /// <summary>The goal.</summary>
        public Tile To;
        /// <summary>Of TieRule.Random.</summary>
        public ulong Seed;
        /// <summary>Which of several least paths.</summary>
        public TieRule Ties;
        /// <summary>The window of the tier Local.</summary>
        public Matrix Matrix;

        /// <summary>From tile to tile, all else by default.</summary>
        public PathRequest(Tile from, Tile to) : this()
        {
            From = from;
            To = to;
        }
    }

    /// <summary>A question between points.</summary>
    [CStruct("portolan_point_request")]
    [StructLayout(LayoutKind.Sequential)]
    public struct PointRequest
    {
        internal uint StructSize;
        /// <summary>Automatic, or one tier alone.</summary>
        public Tier Tier;
        /// <summary>Most that Expansions of the result may come to; 0: no limit.</summary>
        public ulong MaxExpansions;
        /// <summary>The start.</summary>
        public Point From;
        /// <summary>The goal.</summary>
        public Point To;
        /// <summary>The window of the tier Local.</summary>
        public Matrix Matrix;
        /// <summary>What to do with ends that will not do; they move to the centres of tiles.</summary>
        public EndRule Ends;
    }

    /// <summary>What was found of a path.</summary>
    [CStruct("portolan_path_result")]
    [StructLayout(LayoutKind.Sequential)]
    public struct PathResult
    {
        internal uint StructSize;
        /// <summary>How it came out.</summary>
        public Status Status;
        /// <summary>Why.</summary>
        public Why Why;
        /// <summary>That answered; Automatic if the ends alone decided.</summary>
        public Tier Tier;
        private byte optimal;
        private byte truncated;
        /// <summary>Of the whole path in the profile's unit (ProfileInfo.TilesPerUnit); 0 without one.</summary>
        public ulong Cost;
        /// <summary>No path costs less; Library.NoPath: it is proven that there is none.</summary>
        public ulong LowerBound;
        /// <summary>Nodes settled, by all tiers together.</summary>
        public ulong Expansions;
        /// <summary>On the grid: how many FoundPath.CopyWaypoints gives.</summary>
        public ulong WaypointCount;
        /// <summary>At any angle: how many FoundPath.CopyPoints gives.</summary>
        public ulong PointCount;
        /// <summary>The cost in tiles at terrain cost 1, to show; 0 without a path.</summary>
        public double Length;
        /// <summary>How far the rule of ties chose the path.</summary>
        public TiesScope TiesScope;
        /// <summary>Whether the cost is proven to be the least there is, or that there is no path.</summary>
        public bool Optimal => optimal != 0;
        /// <summary>Whether the path goes on where the room for it ended.</summary>
        public bool Truncated => truncated != 0;
        /// <summary>Whether there is a path to walk, to the goal or to the tile nearest to it.</summary>
        public bool HasPath => Status == Status.Found || Status == Status.Partial;
    }

    /// <summary>A part of a path that is walked tile by tile, or a link.</summary>
    [CStruct("portolan_leg")]
    [StructLayout(LayoutKind.Sequential)]
    public struct Leg
    {
        internal uint StructSize;
        /// <summary>Whether there is one.</summary>
        public LegStatus Status;
        /// <summary>In the profile's unit.</summary>
        public ulong Cost;
        /// <summary>Ends included.</summary>
        public ulong TileCount;
        /// <summary>Tiles settled to find it.</summary>
        public ulong States;
        /// <summary>That leads from the first tile to the last, of two; Library.NoLink if it is walked.</summary>
        public uint Link;
        /// <summary>Nodes settled to find its ends, with Unpacking.LegByLeg.</summary>
        public ulong Unpack;
        /// <summary>How it was made.</summary>
        public LegKind Kind;
    }

    /// <summary>Where a path is asked for from, and where to.</summary>
    [CStruct("portolan_tile_pair")]
    [StructLayout(LayoutKind.Sequential)]
    public struct TilePair
    {
        /// <summary>The start.</summary>
        public Tile From;
        /// <summary>The goal.</summary>
        public Tile To;

        /// <summary>From tile to tile.</summary>
        public TilePair(Tile from, Tile to)
        {
            From = from;
            To = to;
        }
    }

    /// <summary>The answer to one pair.</summary>
    [CStruct("portolan_batch_answer")]
    [StructLayout(LayoutKind.Sequential)]
    public struct BatchAnswer
    {
        /// <summary>How it came out.</summary>
        public Status Status;
        /// <summary>Why.</summary>
        public Why Why;
        private byte optimal;
        /// <summary>Nodes settled; uint.MaxValue stands for that many and more.</summary>
        public uint Expansions;
        /// <summary>In the profile's unit; 0 unless there is a path.</summary>
        public ulong Cost;
        /// <summary>Whether the cost is proven to be the least there is, or that there is no path.</summary>
        public bool Optimal => optimal != 0;
    }

    /// <summary>What holds for every pair of a call.</summary>
    [CStruct("portolan_batch_request")]
    [StructLayout(LayoutKind.Sequential)]
    public struct BatchRequest
    {
        internal uint StructSize;
        /// <summary>What to do with ends that will not do.</summary>
        public EndRule Ends;
        /// <summary>Of each pair; 0: no limit.</summary>
        public ulong MaxExpansions;
    }

    /// <summary>A goal, and what the cheapest path there costs.</summary>
    [CStruct("portolan_reached_goal")]
    [StructLayout(LayoutKind.Sequential)]
    public struct ReachedGoal
    {
        /// <summary>In the profile's unit.</summary>
        public ulong Cost;
        /// <summary>Where it stands.</summary>
        public Tile Tile;
        /// <summary>Its number; uint.MaxValue: a tile that is in no set.</summary>
        public uint Goal;
    }

    /// <summary>Which goals are nearest to a tile?</summary>
    [CStruct("portolan_nearest_goals_request")]
    [StructLayout(LayoutKind.Sequential)]
    public struct NearestGoalsRequest
    {
        internal uint StructSize;
        /// <summary>The start.</summary>
        public Tile From;
        /// <summary>For the start: goals stay where they are.</summary>
        public EndRule Ends;
        /// <summary>0: no limit.</summary>
        public ulong MaxExpansions;
    }

    /// <summary>Which goals cost no more than this?</summary>
    [CStruct("portolan_goals_within_request")]
    [StructLayout(LayoutKind.Sequential)]
    public struct GoalsWithinRequest
    {
        internal uint StructSize;
        /// <summary>The start.</summary>
        public Tile From;
        /// <summary>For the start: goals stay where they are.</summary>
        public EndRule Ends;
        /// <summary>Cost of the farthest goals wanted, in the profile's unit.</summary>
        public ulong Most;
        /// <summary>0: no limit.</summary>
        public ulong MaxExpansions;
    }

    /// <summary>A way from a place of a board to a neighbour.</summary>
    [CStruct("portolan_arc")]
    [StructLayout(LayoutKind.Sequential)]
    public struct Arc
    {
        /// <summary>The place where it leads.</summary>
        public uint To;
        /// <summary>In 10^-CostDecimals of the author's unit, with what it costs to enter To.</summary>
        public uint Cost;
    }

    /// <summary>The way from one place to its neighbour, in this direction.</summary>
    [CStruct("portolan_border")]
    [StructLayout(LayoutKind.Sequential)]
    public struct Border
    {
        /// <summary>The place that is left.</summary>
        public uint From;
        /// <summary>The place that is entered.</summary>
        public uint To;

        /// <summary>From place to place.</summary>
        public Border(uint from, uint to)
        {
            From = from;
            To = to;
        }
    }

    /// <summary>A place within reach, and what the cheapest path there costs.</summary>
    [CStruct("portolan_reached")]
    [StructLayout(LayoutKind.Sequential)]
    public struct Reached
    {
        /// <summary>In 10^-CostDecimals of the author's unit.</summary>
        public ulong Cost;
        /// <summary>The place.</summary>
        public uint Node;
    }

    /// <summary>A question about a board.</summary>
    [CStruct("portolan_board_request")]
    [StructLayout(LayoutKind.Sequential)]
    public struct BoardRequest
    {
        internal uint StructSize;
        /// <summary>Automatic, or one of Labels, Ch and Astar.</summary>
        public Tier Tier;
        /// <summary>The first place.</summary>
        public uint From;
        /// <summary>The last place.</summary>
        public uint To;
        /// <summary>0: no limit.</summary>
        public ulong MaxExpansions;
        private IntPtr estimate;
        private IntPtr estimateUser;
    }

    /// <summary>What was found of a path over a board.</summary>
    [CStruct("portolan_board_result")]
    [StructLayout(LayoutKind.Sequential)]
    public struct BoardResult
    {
        internal uint StructSize;
        /// <summary>How it came out.</summary>
        public Status Status;
        /// <summary>Why.</summary>
        public Why Why;
        /// <summary>That answered.</summary>
        public Tier Tier;
        private byte optimal;
        /// <summary>In 10^-CostDecimals of the author's unit; 0 unless found.</summary>
        public ulong Cost;
        /// <summary>No path costs less.</summary>
        public ulong LowerBound;
        /// <summary>Nodes settled; 0 where labels answer.</summary>
        public ulong Expansions;
        /// <summary>How many BoardQuery.CopyNodes gives; one more than there are arcs.</summary>
        public ulong NodeCount;
        /// <summary>Whether the cost is proven to be the least there is, or that there is no path.</summary>
        public bool Optimal => optimal != 0;
    }

    [CStruct("portolan_nearest_request")]
    [StructLayout(LayoutKind.Sequential)]
    internal struct NearestRequest
    {
        internal uint StructSize;
        internal uint From;
        internal uint Tag;
        internal ulong MaxExpansions;
    }

    [CStruct("portolan_within_request")]
    [StructLayout(LayoutKind.Sequential)]
    internal struct WithinRequest
    {
        internal uint StructSize;
        internal uint From;
        internal ulong Most;
        internal ulong MaxExpansions;
    }

    // ---- Worlds ----

    /// <summary>A world file that never changes. Any number of threads at once.</summary>
    public sealed class World : IDisposable
    {
        internal readonly WorldHandle Handle;

        private World(WorldHandle handle)
        {
            Handle = handle;
            var info = new WorldInfo { StructSize = Sized<WorldInfo>.Size };
            Native.Check(Native.portolan_world_get_info(handle, ref info));
            Info = info;
        }

        /// <summary>Opens a file and checks its frame; what it contains is checked where it is used, or all of it by
        /// Verify.</summary>
        public static World Open(string path, FileAccess access = FileAccess.Mapped)
        {
            var message = new byte[Native.MessageSize];
            var error = Native.portolan_world_open_as(Native.Utf8(path, nameof(path)), access, out WorldHandle handle,
                                                      message, (UIntPtr)message.Length);
            Native.Check(error, message);
            return new World(handle);
        }

        /// <summary>The same of a file in memory, which is copied.</summary>
        public static World Open(byte[] bytes)
        {
            if (bytes == null) throw new ArgumentNullException(nameof(bytes));
            var message = new byte[Native.MessageSize];
            var error = Native.portolan_world_open_memory(bytes, (UIntPtr)bytes.Length, out WorldHandle handle, message,
                                                          (UIntPtr)message.Length);
            Native.Check(error, message);
            return new World(handle);
        }

        /// <summary>What the world holds.</summary>
        public WorldInfo Info { get; }

        /// <summary>Closes the world; what was made from it goes on.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>Checks all that the file contains, and computes again what follows from it: as long as building
        /// took. Throws with the code Corrupt and what is wrong.</summary>
        public void Verify()
        {
            var message = new byte[Native.MessageSize];
            Native.Check(Native.portolan_world_verify(Handle, message, (UIntPtr)message.Length), message);
        }

        /// <summary>A profile, numbered from 0.</summary>
        public ProfileInfo Profile(int profile)
        {
            var info = new ProfileInfo { StructSize = Sized<ProfileInfo>.Size };
            Native.Check(Native.portolan_world_get_profile(Handle, Native.Number(profile), ref info));
            return info;
        }

        /// <summary>The name of a profile.</summary>
        public string ProfileName(int profile) => Native.ReadText(
            (ref byte text, UIntPtr size, out UIntPtr count) =>
                Native.portolan_world_profile_name(Handle, Native.Number(profile), ref text, size, out count));

        /// <summary>The profile of that name. Throws with the code NotFound.</summary>
        public int FindProfile(string name)
        {
            Native.Check(Native.portolan_world_find_profile(Handle, Native.Utf8(name, nameof(name)), out uint profile));
            return (int)profile;
        }

        /// <summary>The name of a terrain of the palette, numbered from 0.</summary>
        public string TerrainName(int terrain) => Native.ReadText(
            (ref byte text, UIntPtr size, out UIntPtr count) =>
                Native.portolan_world_terrain_name(Handle, Native.Number(terrain), ref text, size, out count));

        /// <summary>The terrain of that name. Throws with the code NotFound.</summary>
        public byte FindTerrain(string name)
        {
            Native.Check(Native.portolan_world_find_terrain(Handle, Native.Utf8(name, nameof(name)), out byte terrain));
            return terrain;
        }

        /// <summary>The terrains that a profile cannot pass, ascending.</summary>
        public byte[] ImpassableTerrains(int profile) => Native.ReadArray(
            (ref byte terrains, UIntPtr size, out UIntPtr count) =>
                Native.portolan_world_impassable_terrains(Handle, Native.Number(profile), ref terrains, size,
                    out count));

        /// <summary>A link, numbered from 0.</summary>
        public Link Link(int link)
        {
            var data = new Link { StructSize = Sized<Link>.Size };
            Native.Check(Native.portolan_world_get_link(Handle, Native.Number(link), ref data));
            return data;
        }

        /// <summary>The name of a link, which may be empty.</summary>
        public string LinkName(int link) => Native.ReadText(
            (ref byte text, UIntPtr size, out UIntPtr count) =>
                Native.portolan_world_link_name(Handle, Native.Number(link), ref text, size, out count));

        /// <summary>The place of a board with exactly that name. Throws with the codes Missing and NotFound.</summary>
        public uint FindNode(string name)
        {
            Native.Check(Native.portolan_board_find_node(Handle, Native.Utf8(name, nameof(name)), out uint node));
            return node;
        }

        /// <summary>The name of a place.</summary>
        public string NodeName(uint node) => Native.ReadText(
            (ref byte text, UIntPtr size, out UIntPtr count) =>
                Native.portolan_board_node_name(Handle, node, ref text, size, out count));

        /// <summary>What it costs to enter a place, which is a part of the cost of every arc that leads
        /// there.</summary>
        public uint NodeEnter(uint node)
        {
            Native.Check(Native.portolan_board_node_enter(Handle, node, out uint cost));
            return cost;
        }

        /// <summary>The arcs that leave a place, ascending by where they lead.</summary>
        public Arc[] Arcs(uint node) => Native.ReadArray(
            (ref Arc arcs, UIntPtr size, out UIntPtr count) =>
                Native.portolan_board_arcs(Handle, node, ref arcs, size, out count));

        /// <summary>The tag of places with exactly that name.</summary>
        public uint FindTag(string name)
        {
            Native.Check(Native.portolan_board_find_tag(Handle, Native.Utf8(name, nameof(name)), out uint tag));
            return tag;
        }

        /// <summary>The area of a tile, a place of the board; false if it lies in none.</summary>
        public bool TryAreaAt(Tile tile, out uint area) =>
            Native.Found(Native.portolan_area_at(Handle, tile, out area));

        /// <summary>The tile that an area's name stands for; false if no tile of it can be stood on.</summary>
        public bool TryAreaAnchor(uint area, out Tile tile) =>
            Native.Found(Native.portolan_area_anchor(Handle, area, out tile));
    }

    // ---- Overlays ----

    /// <summary>Edits of a world's terrain and links, for one view of it. Read by many threads or changed by
    /// one.</summary>
    public sealed class Overlay : IDisposable
    {
        internal readonly OverlayHandle Handle;

        /// <summary>An overlay without edits.</summary>
        public Overlay(World world)
        {
            Native.Check(Native.portolan_overlay_create(Native.Of(world), out Handle));
        }

        private Overlay(OverlayHandle handle)
        {
            Handle = handle;
        }

        /// <summary>A snapshot: edits of either do not show in the other.</summary>
        public Overlay Copy()
        {
            Native.Check(Native.portolan_overlay_copy(Handle, out OverlayHandle copy));
            return new Overlay(copy);
        }

        /// <summary>Gives the memory back.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>Sets all tiles of a rectangle to one terrain: one that movers cannot pass blocks them.</summary>
        public void SetTerrain(Rect area, byte terrain) =>
            Native.Check(Native.portolan_overlay_set_terrain(Handle, area, terrain));

        /// <summary>Sets the tiles of a rectangle, row by row; there must be as many terrains.</summary>
        public void SetTiles(Rect area, byte[] terrain)
        {
            if (terrain == null) throw new ArgumentNullException(nameof(terrain));
            Native.Check(Native.portolan_overlay_set_tiles(Handle, area, terrain, (UIntPtr)terrain.Length));
        }

        /// <summary>Sets the tiles of a rectangle back to the terrain that the file says.</summary>
        public void Revert(Rect area) => Native.Check(Native.portolan_overlay_revert(Handle, area));

        /// <summary>Raises all tiles of a rectangle by notches, instead of those before.</summary>
        public void Raise(Rect area, byte notches) =>
            Native.Check(Native.portolan_overlay_raise(Handle, area, new[] { notches }, (UIntPtr)1));

        /// <summary>The same by tile, row by row.</summary>
        public void Raise(Rect area, byte[] notches)
        {
            if (notches == null) throw new ArgumentNullException(nameof(notches));
            Native.Check(Native.portolan_overlay_raise(Handle, area, notches, (UIntPtr)notches.Length));
        }

        /// <summary>Closes a link.</summary>
        public void CloseLink(int link) =>
            Native.Check(Native.portolan_overlay_close_link(Handle, Native.Number(link)));

        /// <summary>Opens a link again.</summary>
        public void OpenLink(int link) => Native.Check(Native.portolan_overlay_open_link(Handle, Native.Number(link)));

        /// <summary>Customises up to so many of the regions that edits have opened, which spares queries that use the
        /// overlay afterwards the search tile by tile. Returns how many remain.</summary>
        public ulong Refresh(ulong regions = ulong.MaxValue)
        {
            Native.Check(Native.portolan_overlay_refresh(Handle, Native.Size(regions), out UIntPtr left));
            return (ulong)left;
        }

        /// <summary>Takes over what another overlay of the same world has refreshed. Returns how many regions
        /// remain.</summary>
        public ulong Adopt(Overlay refreshed)
        {
            Native.Check(Native.portolan_overlay_adopt(Handle, Native.Of(refreshed), out UIntPtr left));
            return (ulong)left;
        }

        /// <summary>Terrain of a tile as the overlay shows it.</summary>
        public byte Terrain(Tile tile)
        {
            Native.Check(Native.portolan_overlay_get_terrain(Handle, tile, out byte terrain));
            return terrain;
        }

        /// <summary>By how many notches a tile is raised.</summary>
        public byte Notches(Tile tile)
        {
            Native.Check(Native.portolan_overlay_get_notches(Handle, tile, out byte notches));
            return notches;
        }

        /// <summary>Terrain of all tiles of a rectangle, row by row. Returns how many there are.</summary>
        public int CopyTiles(Rect area, byte[] terrain)
        {
            if (terrain == null) throw new ArgumentNullException(nameof(terrain));
            return Native.Copied(Native.portolan_overlay_get_tiles(Handle, area, ref Native.First(terrain),
                                                                   (UIntPtr)terrain.Length, out UIntPtr count), count);
        }

        /// <summary>The edits as bytes, without what was refreshed.</summary>
        public byte[] ToBytes() => Native.ReadArray(
            (ref byte bytes, UIntPtr size, out UIntPtr count) =>
                Native.portolan_overlay_bytes(Handle, ref bytes, size, out count));

        /// <summary>Makes the edits those that the bytes hold, which may come from anybody. After an exception they are
        /// as before.</summary>
        public void Read(byte[] bytes)
        {
            if (bytes == null) throw new ArgumentNullException(nameof(bytes));
            var message = new byte[Native.MessageSize];
            Native.Check(Native.portolan_overlay_read(Handle, bytes, (UIntPtr)bytes.Length, message,
                                                      (UIntPtr)message.Length), message);
        }

        /// <summary>Writes the same bytes to a file, atomically and durably.</summary>
        public void Save(string path)
        {
            var message = new byte[Native.MessageSize];
            Native.Check(Native.portolan_overlay_save(Handle, Native.Utf8(path, nameof(path)), message,
                                                      (UIntPtr)message.Length), message);
        }

        /// <summary>Reads them from a file. After an exception the edits are as before.</summary>
        public void Load(string path)
        {
            var message = new byte[Native.MessageSize];
            Native.Check(Native.portolan_overlay_load(Handle, Native.Utf8(path, nameof(path)), message,
                                                      (UIntPtr)message.Length), message);
        }
    }

    // ---- Paths ----

    /// <summary>Finds paths for one profile of a world. One thread at a time; a Find makes no garbage.</summary>
    public sealed class PathQuery : IDisposable
    {
        internal readonly QueryHandle Handle;

        /// <summary>For a profile, numbered from 0.</summary>
        public PathQuery(World world, int profile = 0, Baseline baseline = Baseline.Without)
        {
            Native.Check(Native.portolan_query_create(Native.Of(world), Native.Number(profile), baseline, out Handle));
        }

        /// <summary>Gives the memory back.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>From now on answers for the world as the overlay shows it now; null: as the file has it. The
        /// overlay may be edited or disposed afterwards without a change for the query.</summary>
        public void Use(Overlay overlay) => Native.Check(
            overlay == null ? Native.portolan_query_use(Handle, IntPtr.Zero)
                            : Native.portolan_query_use(Handle, overlay.Handle));

        /// <summary>Finds a path between tiles and overwrites `path` with it. Any coordinates will do: those outside
        /// the map are answered by a status.</summary>
        public PathResult Find(PathRequest request, FoundPath path)
        {
            request.StructSize = Sized<PathRequest>.Size;
            var result = new PathResult { StructSize = Sized<PathResult>.Size };
            Native.Check(Native.portolan_query_find(Handle, ref request, Native.Of(path), ref result));
            return result;
        }

        /// <summary>The same from tile to tile.</summary>
        public PathResult Find(Tile from, Tile to, FoundPath path) => Find(new PathRequest(from, to), path);

        /// <summary>Only what the path costs, without a choice among ties.</summary>
        public PathResult FindCost(PathRequest request)
        {
            request.StructSize = Sized<PathRequest>.Size;
            var result = new PathResult { StructSize = Sized<PathResult>.Size };
            Native.Check(Native.portolan_query_find(Handle, ref request, IntPtr.Zero, ref result));
            return result;
        }

        /// <summary>Only what the path from tile to tile costs.</summary>
        public PathResult FindCost(Tile from, Tile to) => FindCost(new PathRequest(from, to));

        /// <summary>Finds a path between points: anywhere for a point mover, at the centres of tiles for all
        /// others.</summary>
        public PathResult FindBetween(PointRequest request, FoundPath path)
        {
            request.StructSize = Sized<PointRequest>.Size;
            var result = new PathResult { StructSize = Sized<PathResult>.Size };
            Native.Check(Native.portolan_query_find_between(Handle, ref request, Native.Of(path), ref result));
            return result;
        }

        /// <summary>The tile nearest to one in a straight line on which the mover can stand; false if it can stand
        /// nowhere.</summary>
        public bool TryNearestTile(Tile wanted, out Tile tile) =>
            Native.Found(Native.portolan_query_nearest_tile(Handle, wanted, out tile));

        /// <summary>The same of the tiles that a path leads to from `from`; false if the mover cannot stand
        /// there.</summary>
        public bool TryNearestReachable(Tile from, Tile wanted, out Tile tile) =>
            Native.Found(Native.portolan_query_nearest_reachable(Handle, from, wanted, out tile));
    }

    /// <summary>Room for one path, which outlives the query that finds it: a unit keeps it and walks it when it
    /// likes.</summary>
    public sealed class FoundPath : IDisposable
    {
        internal readonly PathHandle Handle;

        /// <summary>Up to `most` waypoints or points, and as many legs that have still to be made; 0: any path that the
        /// query finds on what it uses now.</summary>
        public FoundPath(PathQuery query, ulong most = 0)
        {
            Native.Check(Native.portolan_path_create(Native.Of(query), most, out Handle));
        }

        /// <summary>Gives the memory back.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>On the grid: ends of the path's legs, or of some, start and goal included. Returns how many there
        /// are.</summary>
        public int CopyWaypoints(Tile[] tiles)
        {
            if (tiles == null) throw new ArgumentNullException(nameof(tiles));
            return Native.Copied(Native.portolan_path_waypoints(Handle, ref Native.First(tiles),
                (UIntPtr)tiles.Length, out UIntPtr count), count);
        }

        /// <summary>The same in a new array.</summary>
        public Tile[] ToWaypoints() => Native.ReadArray(
            (ref Tile tiles, UIntPtr size, out UIntPtr count) =>
                Native.portolan_path_waypoints(Handle, ref tiles, size, out count));

        /// <summary>At any angle: start, turning points and goal. Returns how many there are.</summary>
        public int CopyPoints(Point[] points)
        {
            if (points == null) throw new ArgumentNullException(nameof(points));
            return Native.Copied(Native.portolan_path_points(Handle, ref Native.First(points), (UIntPtr)points.Length,
                out UIntPtr count), count);
        }

        /// <summary>The same in a new array.</summary>
        public Point[] ToPoints() => Native.ReadArray(
            (ref Point points, UIntPtr size, out UIntPtr count) =>
                Native.portolan_path_points(Handle, ref points, size, out count));

        /// <summary>The path and how far it has been walked, as bytes.</summary>
        public byte[] ToBytes() => Native.ReadArray(
            (ref byte bytes, UIntPtr size, out UIntPtr count) =>
                Native.portolan_path_bytes(Handle, ref bytes, size, out count));

        /// <summary>Makes it the path that the bytes hold, which may come from anybody. After an exception it is as
        /// before.</summary>
        public void Read(byte[] bytes)
        {
            if (bytes == null) throw new ArgumentNullException(nameof(bytes));
            Native.Check(Native.portolan_path_read(Handle, bytes, (UIntPtr)bytes.Length));
        }

        /// <summary>The same for equal paths.</summary>
        public ulong Hash()
        {
            Native.Check(Native.portolan_path_hash(Handle, out ulong hash));
            return hash;
        }

#if PORTOLAN_SPAN || UNITY_2021_2_OR_NEWER || NETSTANDARD2_1_OR_GREATER || NETCOREAPP2_1_OR_GREATER
        /// <summary>On the grid: ends of the path's legs, or of some. Returns how many there are.</summary>
        public int CopyWaypoints(Span<Tile> tiles) => Native.Copied(
            Native.portolan_path_waypoints(Handle, ref Native.First(tiles), (UIntPtr)tiles.Length,
                                           out UIntPtr count), count);

        /// <summary>At any angle: start, turning points and goal. Returns how many there are.</summary>
        public int CopyPoints(Span<Point> points) => Native.Copied(
            Native.portolan_path_points(Handle, ref Native.First(points), (UIntPtr)points.Length,
                                        out UIntPtr count), count);
#endif
    }

    /// <summary>Makes the legs of any number of paths on the grid, in turn. One thread at a time.</summary>
    public sealed class LegWalker : IDisposable
    {
        internal readonly WalkerHandle Handle;

        /// <summary>For a profile, numbered from 0.</summary>
        public LegWalker(World world, int profile = 0)
        {
            Native.Check(Native.portolan_walker_create(Native.Of(world), Native.Number(profile), out Handle));
        }

        /// <summary>Gives the memory back.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>From now on walks on the world as the overlay shows it now; null: as the file has it.</summary>
        public void Use(Overlay overlay) => Native.Check(
            overlay == null ? Native.portolan_walker_use(Handle, IntPtr.Zero)
                            : Native.portolan_walker_use(Handle, overlay.Handle));

        /// <summary>Takes the next leg off a path, worked out now. Leg.Status says whether there is one.</summary>
        public Leg Next(FoundPath path)
        {
            var leg = new Leg { StructSize = Sized<Leg>.Size };
            Native.Check(Native.portolan_walker_next_leg(Handle, Native.Of(path), ref leg));
            return leg;
        }

        /// <summary>The tiles of the last leg, ends included; Library.MaxLegTiles is always enough. Returns how many
        /// there are.</summary>
        public int CopyTiles(Tile[] tiles)
        {
            if (tiles == null) throw new ArgumentNullException(nameof(tiles));
            return Native.Copied(Native.portolan_walker_tiles(Handle, ref Native.First(tiles), (UIntPtr)tiles.Length,
                out UIntPtr count), count);
        }

        /// <summary>The same in a new array.</summary>
        public Tile[] ToTiles() => Native.ReadArray(
            (ref Tile tiles, UIntPtr size, out UIntPtr count) =>
                Native.portolan_walker_tiles(Handle, ref tiles, size, out count));

#if PORTOLAN_SPAN || UNITY_2021_2_OR_NEWER || NETSTANDARD2_1_OR_GREATER || NETCOREAPP2_1_OR_GREATER
        /// <summary>The tiles of the last leg, ends included. Returns how many there are.</summary>
        public int CopyTiles(Span<Tile> tiles) => Native.Copied(
            Native.portolan_walker_tiles(Handle, ref Native.First(tiles), (UIntPtr)tiles.Length,
                                         out UIntPtr count), count);
#endif

        /// <summary>Takes all legs off a path and adds their tiles to a list, each tile once, the start included.
        /// Returns Done, or what stopped it.</summary>
        public LegStatus Walk(FoundPath path, List<Tile> tiles)
        {
            if (tiles == null) throw new ArgumentNullException(nameof(tiles));
            if (scratch == null) scratch = new Tile[Library.MaxLegTiles];
            Leg leg = Next(path);
            for (bool first = true; leg.Status == LegStatus.Ready; leg = Next(path), first = false)
            {
                int count = CopyTiles(scratch);
                for (int i = first ? 0 : 1; i < count; ++i) tiles.Add(scratch[i]);
            }
            return leg.Status;
        }

        private Tile[] scratch;
    }

    /// <summary>Costs of many paths of one profile, on several threads. One caller at a time.</summary>
    public sealed class BatchQuery : IDisposable
    {
        internal readonly BatchHandle Handle;

        /// <summary>`threads` in all, the caller's among them; 0: one a core.</summary>
        public BatchQuery(World world, int profile = 0, int threads = 0)
        {
            Native.Check(Native.portolan_batch_create(Native.Of(world), Native.Number(profile), Native.Number(threads),
                                                      out Handle));
        }

        /// <summary>Gives the memory back.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>From now on answers for the world as the overlay shows it now; null: as the file has it.</summary>
        public void Use(Overlay overlay) => Native.Check(
            overlay == null ? Native.portolan_batch_use(Handle, IntPtr.Zero)
                            : Native.portolan_batch_use(Handle, overlay.Handle));

        /// <summary>answers[i] is for pairs[i]; both are as long.</summary>
        public void Pairs(TilePair[] pairs, BatchAnswer[] answers, BatchRequest request = default(BatchRequest))
        {
            if (pairs == null) throw new ArgumentNullException(nameof(pairs));
            if (answers == null) throw new ArgumentNullException(nameof(answers));
            if (pairs.Length != answers.Length) throw Native.Error(ErrorCode.Sizes);
            request.StructSize = Sized<BatchRequest>.Size;
            Native.Check(Native.portolan_batch_pairs(Handle, ref request, ref Native.First(pairs),
                (UIntPtr)pairs.Length,
                                                     ref Native.First(answers)));
        }

        /// <summary>answers[i * to.Length + j] is for the way from from[i] to to[j].</summary>
        public void Table(Tile[] from, Tile[] to, BatchAnswer[] answers, BatchRequest request = default(BatchRequest))
        {
            if (from == null) throw new ArgumentNullException(nameof(from));
            if (to == null) throw new ArgumentNullException(nameof(to));
            if (answers == null) throw new ArgumentNullException(nameof(answers));
            request.StructSize = Sized<BatchRequest>.Size;
            Native.Check(Native.portolan_batch_table(Handle, ref request, ref Native.First(from), (UIntPtr)from.Length,
                                                     ref Native.First(to), (UIntPtr)to.Length,
                                                     ref Native.First(answers), (UIntPtr)answers.Length));
        }
    }

    // ---- Goals ----

    /// <summary>Goals on tiles, numbered by the caller, which come, go and move. Read by many threads or changed by
    /// one.</summary>
    public sealed class GoalSet : IDisposable
    {
        internal readonly GoalsHandle Handle;

        /// <summary>An empty set, for goals numbered below `capacity`.</summary>
        public GoalSet(World world, int profile, int capacity)
        {
            Native.Check(Native.portolan_goals_create(Native.Of(world), Native.Number(profile),
                                                      (UIntPtr)Native.Number(capacity), out Handle));
        }

        /// <summary>Gives the memory back; searches go on.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>Adds a goal, whose number must be free.</summary>
        public void Insert(int goal, Tile tile) =>
            Native.Check(Native.portolan_goals_insert(Handle, Native.Number(goal), tile));

        /// <summary>Takes a goal away.</summary>
        public void Erase(int goal) => Native.Check(Native.portolan_goals_erase(Handle, Native.Number(goal)));

        /// <summary>Moves a goal to another tile.</summary>
        public void Move(int goal, Tile tile) =>
            Native.Check(Native.portolan_goals_move(Handle, Native.Number(goal), tile));
    }

    /// <summary>Finds the nearest of a set of goals by path, or those within a cost. One thread at a time.</summary>
    public sealed class GoalSearch : IDisposable
    {
        internal readonly GoalSearchHandle Handle;

        /// <summary>Over a set, which any number of searches may share.</summary>
        public GoalSearch(GoalSet goals)
        {
            Native.Check(Native.portolan_goal_search_create(Native.Of(goals), out Handle));
        }

        /// <summary>Gives the memory back.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>From now on answers for the world as the overlay shows it now; null: as the file has it.</summary>
        public void Use(Overlay overlay) => Native.Check(
            overlay == null ? Native.portolan_goal_search_use(Handle, IntPtr.Zero)
                            : Native.portolan_goal_search_use(Handle, overlay.Handle));

        /// <summary>Up to reached.Length goals: the nearest, ascending by cost. `count` says how many there
        /// are.</summary>
        public Answer Nearest(NearestGoalsRequest request, ReachedGoal[] reached, out int count)
        {
            if (reached == null) throw new ArgumentNullException(nameof(reached));
            request.StructSize = Sized<NearestGoalsRequest>.Size;
            var answer = new Answer { StructSize = Sized<Answer>.Size };
            Native.Check(Native.portolan_goal_search_nearest(Handle, ref request, ref Native.First(reached),
                (UIntPtr)reached.Length,
                                                             out UIntPtr size, ref answer));
            count = (int)size;
            return answer;
        }

        /// <summary>All goals that cost no more than request.Most, ascending by cost.</summary>
        public Answer Within(GoalsWithinRequest request, ReachedGoal[] reached, out int count)
        {
            if (reached == null) throw new ArgumentNullException(nameof(reached));
            request.StructSize = Sized<GoalsWithinRequest>.Size;
            var answer = new Answer { StructSize = Sized<Answer>.Size };
            Native.Check(Native.portolan_goal_search_within(Handle, ref request, ref Native.First(reached),
                (UIntPtr)reached.Length,
                                                            out UIntPtr size, ref answer));
            count = (int)size;
            return answer;
        }

        /// <summary>As Nearest, of the tiles for which `isGoal` says true, whatever is in the set.</summary>
        public Answer NearestWhere(NearestGoalsRequest request, Func<Tile, bool> isGoal, ReachedGoal[] reached,
                                   out int count)
        {
            if (isGoal == null) throw new ArgumentNullException(nameof(isGoal));
            if (reached == null) throw new ArgumentNullException(nameof(reached));
            request.StructSize = Sized<NearestGoalsRequest>.Size;
            var answer = new Answer { StructSize = Sized<Answer>.Size };
            using (var asked = new AskedTiles(isGoal))
            {
                var error = Native.portolan_goal_search_nearest_where(
                    Handle, ref request, AskedTiles.IsGoal, asked.Context, ref Native.First(reached),
                        (UIntPtr)reached.Length,
                    out UIntPtr size, ref answer);
                asked.Rethrow();
                Native.Check(error);
                count = (int)size;
            }
            return answer;
        }

        /// <summary>As Within, of the tiles for which `isGoal` says true; null: every tile, which is where somebody can
        /// come to from there.</summary>
        public Answer WithinWhere(GoalsWithinRequest request, Func<Tile, bool> isGoal, ReachedGoal[] reached,
                                  out int count)
        {
            if (reached == null) throw new ArgumentNullException(nameof(reached));
            request.StructSize = Sized<GoalsWithinRequest>.Size;
            var answer = new Answer { StructSize = Sized<Answer>.Size };
            using (var asked = new AskedTiles(isGoal))
            {
                var error = Native.portolan_goal_search_within_where(
                    Handle, ref request, isGoal == null ? null : AskedTiles.IsGoal, asked.Context,
                        ref Native.First(reached),
                    (UIntPtr)reached.Length, out UIntPtr size, ref answer);
                asked.Rethrow();
                Native.Check(error);
                count = (int)size;
            }
            return answer;
        }
    }

    /// <summary>A function of the caller's as C calls it. It is a static method that finds the function by a handle, as
    /// compilers ahead of time want it, and no exception passes through C.</summary>
    internal sealed class AskedTiles : IDisposable
    {
        internal static readonly Native.IsGoal IsGoal = Ask;
        private readonly Func<Tile, bool> isGoal;
        private Exception thrown;
        private GCHandle self;

        internal AskedTiles(Func<Tile, bool> isGoal)
        {
            this.isGoal = isGoal;
            self = GCHandle.Alloc(this);
        }

        internal IntPtr Context => GCHandle.ToIntPtr(self);

        internal void Rethrow()
        {
            if (thrown != null) throw new InvalidOperationException("the function that was asked has thrown", thrown);
        }

        public void Dispose() => self.Free();

        [MonoPInvokeCallback(typeof(Native.IsGoal))]
        private static byte Ask(IntPtr context, Tile tile)
        {
            var asked = (AskedTiles)GCHandle.FromIntPtr(context).Target;
            if (asked.thrown != null) return 0;
            try
            {
                return asked.isGoal(tile) ? (byte)1 : (byte)0;
            }
            catch (Exception exception)
            {
                asked.thrown = exception;
                return 0;
            }
        }
    }

    /// <summary>Tells compilers ahead of time, which know it by name, that C calls a method.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        internal MonoPInvokeCallbackAttribute(Type type)
        {
        }
    }

    // ---- Boards ----

    /// <summary>Finds paths over the named places of a board. One thread at a time.</summary>
    public sealed class BoardQuery : IDisposable
    {
        internal readonly BoardQueryHandle Handle;
        private readonly World world;

        /// <summary>By the fastest index that the file holds.</summary>
        public BoardQuery(World world)
        {
            Native.Check(Native.portolan_board_query_create(Native.Of(world), out Handle));
            this.world = world;
        }

        /// <summary>Gives the memory back.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>From now on answers as if these places and borders were closed, instead of those of the last call;
        /// null: none.</summary>
        public void Close(uint[] nodes, Border[] borders) => Native.Check(Native.portolan_board_query_close(
            Handle, ref Native.First(nodes), (UIntPtr)(nodes?.Length ?? 0), ref Native.First(borders),
            (UIntPtr)(borders?.Length ?? 0)));

        /// <summary>The cheapest path between two places.</summary>
        public BoardResult Find(BoardRequest request)
        {
            request.StructSize = Sized<BoardRequest>.Size;
            var result = new BoardResult { StructSize = Sized<BoardResult>.Size };
            Native.Check(Native.portolan_board_query_find(Handle, ref request, ref result));
            return result;
        }

        /// <summary>The same between places by name; the world must not be disposed.</summary>
        public BoardResult Find(string from, string to) =>
            Find(new BoardRequest { From = world.FindNode(from), To = world.FindNode(to) });

        /// <summary>Its cost alone: the last path found is still there.</summary>
        public BoardResult FindCost(BoardRequest request)
        {
            request.StructSize = Sized<BoardRequest>.Size;
            var result = new BoardResult { StructSize = Sized<BoardResult>.Size };
            Native.Check(Native.portolan_board_query_find_cost(Handle, ref request, ref result));
            return result;
        }

        /// <summary>The places of the last path found, ends included. Returns how many there are.</summary>
        public int CopyNodes(uint[] nodes)
        {
            if (nodes == null) throw new ArgumentNullException(nameof(nodes));
            return Native.Copied(Native.portolan_board_query_nodes(Handle, ref Native.First(nodes),
                (UIntPtr)nodes.Length,
                                                                   out UIntPtr count), count);
        }

        /// <summary>The same in a new array.</summary>
        public uint[] ToNodes() => Native.ReadArray(
            (ref uint nodes, UIntPtr size, out UIntPtr count) =>
                Native.portolan_board_query_nodes(Handle, ref nodes, size, out count));

        /// <summary>Their names; the world must not be disposed.</summary>
        public string[] ToNames() => Array.ConvertAll(ToNodes(), world.NodeName);

        /// <summary>The arcs between them, in a new array: arc i leads to place i + 1.</summary>
        public Arc[] ToArcs() => Native.ReadArray(
            (ref Arc arcs, UIntPtr size, out UIntPtr count) =>
                Native.portolan_board_query_arcs(Handle, ref arcs, size, out count));

        /// <summary>Up to reached.Length places that have a tag: the nearest, ascending by cost.</summary>
        public Answer Nearest(uint from, uint tag, Reached[] reached, out int count, ulong maxExpansions = 0)
        {
            if (reached == null) throw new ArgumentNullException(nameof(reached));
            var request = new NearestRequest
            {
                StructSize = Sized<NearestRequest>.Size, From = from, Tag = tag, MaxExpansions = maxExpansions
            };
            var answer = new Answer { StructSize = Sized<Answer>.Size };
            Native.Check(Native.portolan_board_query_nearest(Handle, ref request, ref Native.First(reached),
                (UIntPtr)reached.Length,
                                                             out UIntPtr size, ref answer));
            count = (int)size;
            return answer;
        }

        /// <summary>All places that cost no more than `most`, in the same order.</summary>
        public Answer Within(uint from, ulong most, Reached[] reached, out int count, ulong maxExpansions = 0)
        {
            if (reached == null) throw new ArgumentNullException(nameof(reached));
            var request = new WithinRequest
            {
                StructSize = Sized<WithinRequest>.Size, From = from, Most = most, MaxExpansions = maxExpansions
            };
            var answer = new Answer { StructSize = Sized<Answer>.Size };
            Native.Check(Native.portolan_board_query_within(Handle, ref request, ref Native.First(reached),
                (UIntPtr)reached.Length,
                                                            out UIntPtr size, ref answer));
            count = (int)size;
            return answer;
        }
    }

    // ---- Building: needs libportolan-build too ----

    /// <summary>A kind of ground.</summary>
    public struct Terrain
    {
        /// <summary>Unique, not empty.</summary>
        public string Name;
        /// <summary>Of a tile, in ten-thousandths of one that costs its length; 0: it cannot be passed.</summary>
        public uint Cost;

        /// <summary>What a tile costs that costs its length.</summary>
        public const uint Whole = 10000;

        /// <summary>A terrain with a name and a cost.</summary>
        public Terrain(string name, uint cost)
        {
            Name = name;
            Cost = cost;
        }
    }

    /// <summary>A link of a map that is to be built.</summary>
    public struct MapLink
    {
        /// <summary>May be null, and need not be unique.</summary>
        public string Name;
        /// <summary>Where it begins.</summary>
        public Tile From;
        /// <summary>Where it ends.</summary>
        public Tile To;
        /// <summary>In ten-thousandths of a tile at terrain cost 1.</summary>
        public ulong Cost;
        /// <summary>Whether it leads from From to To only.</summary>
        public bool OneWay;
    }

    /// <summary>What a step between two tiles that share a side costs besides: a wall, a window, a cliff.</summary>
    [CStruct("portolan_build_move")]
    [StructLayout(LayoutKind.Sequential)]
    public struct MapMove
    {
        /// <summary>A tile.</summary>
        public Tile From;
        /// <summary>The one beside it.</summary>
        public Tile To;
        /// <summary>In ten-thousandths of a tile at terrain cost 1, or Blocked.</summary>
        public ulong Cost;
        private byte oneWay;

        /// <summary>What nobody can cross.</summary>
        public const ulong Blocked = ulong.MaxValue;

        /// <summary>Whether it holds from From to To only.</summary>
        public bool OneWay
        {
            get { return oneWay != 0; }
            set { oneWay = value ? (byte)1 : (byte)0; }
        }
    }

    /// <summary>A map that is to be built.</summary>
    public sealed class TileMap
    {
        /// <summary>In tiles.</summary>
        public int Width;
        /// <summary>Of each floor, in tiles.</summary>
        public int Height;
        /// <summary>With several there is a row between each and the next, which tiles of links and moves
        /// count.</summary>
        public int Floors = 1;
        /// <summary>The palette.</summary>
        public Terrain[] Terrains = new Terrain[0];
        /// <summary>Numbers of terrains, row by row from the top, floor by floor.</summary>
        public byte[] Tiles = new byte[0];
        /// <summary>Ways from tile to tile besides steps.</summary>
        public MapLink[] Links = new MapLink[0];
        /// <summary>What steps between tiles cost besides.</summary>
        public MapMove[] Moves = new MapMove[0];
        /// <summary>By which numbers its author calls the tile 0,0.</summary>
        public Tile Origin;
    }

    /// <summary>How one kind of mover moves.</summary>
    public sealed class MovementProfile
    {
        /// <summary>Unique in a world.</summary>
        public string Name = "default";
        /// <summary>How ways are measured.</summary>
        public Metric Metric;
        /// <summary>4 or 8.</summary>
        public byte Neighbours = 8;
        /// <summary>When a diagonal step is allowed.</summary>
        public CornerRule Corners;
        /// <summary>What terrains by name cost; empty: what the map says.</summary>
        public Terrain[] Prices = new Terrain[0];
        /// <summary>What others cost, where there are prices.</summary>
        public Unlisted Unlisted;
        /// <summary>What a tile costs more for each notch that an overlay raises it by, in ten-thousandths.</summary>
        public uint Notch;
        /// <summary>Side of the mover in tiles; 0, with any_angle only: a point.</summary>
        public int Footprint = 1;
        /// <summary>What a straight step costs beside a diagonal one; both 0: 1 to the root of 2.</summary>
        public uint Straight;
        /// <summary>What a diagonal step costs beside a straight one.</summary>
        public uint Diagonal;
    }

    /// <summary>How a world is built.</summary>
    [CStruct("portolan_build_options")]
    [StructLayout(LayoutKind.Sequential)]
    public struct BuildOptions
    {
        internal uint StructSize;
        /// <summary>0: one a core; the world does not depend on it.</summary>
        public uint Threads;
        /// <summary>Bytes that the build may take; 0: 4 GiB.</summary>
        public ulong Memory;
        /// <summary>Which indexes waypoint graphs get.</summary>
        public Index Indexes;
        /// <summary>Bytes a passable tile for them, where they are not named; 0: 100 on the grid, 200 at any
        /// angle.</summary>
        public uint IndexBytes;
        /// <summary>Whether dead ends are looked for.</summary>
        public DeadEndRule DeadEnds;
    }

    /// <summary>A world that was built from a map in memory.</summary>
    public sealed class WorldBuild : IDisposable
    {
        internal readonly BuildHandle Handle;

        /// <summary>Builds a world for profiles whose numbers are their places here. It may take long: any thread will
        /// do.</summary>
        public WorldBuild(TileMap map, MovementProfile[] profiles, BuildOptions options = default(BuildOptions))
        {
            if (map == null) throw new ArgumentNullException(nameof(map));
            if (profiles == null) throw new ArgumentNullException(nameof(profiles));
            options.StructSize = Sized<BuildOptions>.Size;
            var message = new byte[Native.MessageSize];
            using (var lent = new LentMemory())
            {
                NativeMap native = lent.Map(map);
                NativeProfile[] movers = Array.ConvertAll(profiles, lent.Profile);
                Native.Check(Native.portolan_build_create(ref native, ref Native.First(movers),
                    (UIntPtr)movers.Length, ref options,
                                                          out Handle, message, (UIntPtr)message.Length), message);
            }
        }

        /// <summary>Gives the memory back.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>The world file.</summary>
        public byte[] ToBytes() => Native.ReadArray(
            (ref byte bytes, UIntPtr size, out UIntPtr count) =>
                Native.portolan_build_bytes(Handle, ref bytes, size, out count));

        /// <summary>Writes the world file atomically and durably.</summary>
        public void Save(string path)
        {
            var message = new byte[Native.MessageSize];
            Native.Check(Native.portolan_build_save(Handle, Native.Utf8(path, nameof(path)), message,
                                                    (UIntPtr)message.Length), message);
        }

        /// <summary>Opens what was built.</summary>
        public World Open() => World.Open(ToBytes());
    }

    [CStruct("portolan_build_terrain")]
    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeTerrain
    {
        internal IntPtr Name;
        internal uint Cost;
    }

    [CStruct("portolan_build_price")]
    [StructLayout(LayoutKind.Sequential)]
    internal struct NativePrice
    {
        internal IntPtr Terrain;
        internal uint Cost;
    }

    [CStruct("portolan_build_link")]
    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeLink
    {
        internal IntPtr Name;
        internal Tile From;
        internal Tile To;
        internal ulong Cost;
        internal byte OneWay;
    }

    [CStruct("portolan_build_map")]
    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeMap
    {
        internal uint StructSize;
        internal int Width;
        internal int Height;
        internal int Floors;
        internal IntPtr Terrains;
        internal UIntPtr TerrainCount;
        internal IntPtr Tiles;
        internal UIntPtr TileCount;
        internal IntPtr Links;
        internal UIntPtr LinkCount;
        internal IntPtr Moves;
        internal UIntPtr MoveCount;
        internal Tile Origin;
    }

    [CStruct("portolan_build_profile")]
    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeProfile
    {
        internal uint StructSize;
        internal Metric Metric;
        internal byte Neighbours;
        internal CornerRule Corners;
        internal Unlisted Unlisted;
        internal IntPtr Name;
        internal IntPtr Prices;
        internal UIntPtr PriceCount;
        internal uint Notch;
        internal int Footprint;
        internal uint Straight;
        internal uint Diagonal;
        internal IntPtr Kinematics;
    }

    /// <summary>Arrays and texts that stay where they are for the length of a call.</summary>
    internal sealed class LentMemory : IDisposable
    {
        private readonly List<GCHandle> pinned = new List<GCHandle>();

        public void Dispose()
        {
            foreach (GCHandle handle in pinned) handle.Free();
            pinned.Clear();
        }

        internal NativeMap Map(TileMap map)
        {
            if (map.Terrains == null || map.Tiles == null || map.Links == null || map.Moves == null)
            {
                throw new ArgumentNullException(nameof(map));
            }
            var terrains = Array.ConvertAll(
                map.Terrains, terrain => new NativeTerrain { Name = Text(terrain.Name), Cost = terrain.Cost });
            var links = Array.ConvertAll(map.Links, link => new NativeLink
            {
                Name = link.Name == null ? IntPtr.Zero : Text(link.Name),
                From = link.From,
                To = link.To,
                Cost = link.Cost,
                OneWay = link.OneWay ? (byte)1 : (byte)0
            });
            return new NativeMap
            {
                StructSize = Sized<NativeMap>.Size,
                Width = map.Width,
                Height = map.Height,
                Floors = map.Floors,
                Terrains = Pin(terrains),
                TerrainCount = (UIntPtr)terrains.Length,
                Tiles = Pin(map.Tiles),
                TileCount = (UIntPtr)map.Tiles.Length,
                Links = Pin(links),
                LinkCount = (UIntPtr)links.Length,
                Moves = Pin(map.Moves),
                MoveCount = (UIntPtr)map.Moves.Length,
                Origin = map.Origin
            };
        }

        internal NativeProfile Profile(MovementProfile profile)
        {
            if (profile == null || profile.Prices == null) throw new ArgumentNullException(nameof(profile));
            var prices = Array.ConvertAll(
                profile.Prices, price => new NativePrice { Terrain = Text(price.Name), Cost = price.Cost });
            return new NativeProfile
            {
                StructSize = Sized<NativeProfile>.Size,
                Metric = profile.Metric,
                Neighbours = profile.Neighbours,
                Corners = profile.Corners,
                Unlisted = profile.Unlisted,
                Name = Text(profile.Name),
                Prices = Pin(prices),
                PriceCount = (UIntPtr)prices.Length,
                Notch = profile.Notch,
                Footprint = profile.Footprint == 0 ? Point : profile.Footprint,
                Straight = profile.Straight,
                Diagonal = profile.Diagonal
            };
        }

        private const int Point = -1;

        private IntPtr Text(string text) => Pin(Native.Utf8(text, "name"));

        private IntPtr Pin(Array array)
        {
            GCHandle handle = GCHandle.Alloc(array, GCHandleType.Pinned);
            pinned.Add(handle);
            return array.Length == 0 ? IntPtr.Zero : handle.AddrOfPinnedObject();
        }
    }

    // ---- Handles: each knows how it is given back, which the runtime does when nothing uses it any more ----

    internal sealed class WorldHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private WorldHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_world_close(ref handle) == 0;
    }

    internal sealed class OverlayHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private OverlayHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_overlay_destroy(ref handle) == 0;
    }

    internal sealed class QueryHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private QueryHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_query_destroy(ref handle) == 0;
    }

    internal sealed class PathHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private PathHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_path_destroy(ref handle) == 0;
    }

    internal sealed class WalkerHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private WalkerHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_walker_destroy(ref handle) == 0;
    }

    internal sealed class BatchHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private BatchHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_batch_destroy(ref handle) == 0;
    }

    internal sealed class GoalsHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private GoalsHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_goals_destroy(ref handle) == 0;
    }

    internal sealed class GoalSearchHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private GoalSearchHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_goal_search_destroy(ref handle) == 0;
    }

    internal sealed class BoardQueryHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private BoardQueryHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_board_query_destroy(ref handle) == 0;
    }

    internal sealed class BuildHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private BuildHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_build_destroy(ref handle) == 0;
    }

    // ---- The C interface ----

    /// <summary>The size of a struct, as its struct_size wants it.</summary>
    internal static class Sized<T> where T : struct
    {
        internal static readonly uint Size = (uint)Marshal.SizeOf(typeof(T));
    }

    internal static class Native
    {
#if UNITY_IOS && !UNITY_EDITOR
        private const string Runtime = "__Internal";
        private const string Build = "__Internal";
#else
        private const string Runtime = "portolan";
        private const string Build = "portolan-build";
#endif

        internal const int MessageSize = 1024;

        internal delegate int ArrayCall<T>(ref T first, UIntPtr capacity, out UIntPtr count);

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        internal delegate byte IsGoal(IntPtr context, Tile tile);

        /// <summary>Throws what an error code says, and what the message tells of it.</summary>
        internal static void Check(int error, byte[] message = null)
        {
            if (error != 0) throw Error((ErrorCode)error, message);
        }

        internal static PortolanException Error(ErrorCode code, byte[] message = null)
        {
            string text = Library.Text(code);
            int end = message == null ? 0 : Array.IndexOf(message, (byte)0);
            return new PortolanException(code, end <= 0 ? text : Encoding.UTF8.GetString(message, 0, end));
        }

        /// <summary>Whether there is what was looked for.</summary>
        internal static bool Found(int error)
        {
            if (error == (int)ErrorCode.NotFound) return false;
            Check(error);
            return true;
        }

        /// <summary>How many elements there are, also where there was no room for them.</summary>
        internal static int Copied(int error, UIntPtr count)
        {
            if (error != (int)ErrorCode.Buffer) Check(error);
            return checked((int)count);
        }

        private static class NoElements<T>
        {
            internal static readonly T[] Room = new T[1];
        }

        /// <summary>The first element, by which C gets the array itself: arrays of structs are copied one by one by
        /// some runtimes. Of none something that is not looked at.</summary>
        internal static ref T First<T>(T[] elements)
        {
            if (elements == null || elements.Length == 0) return ref NoElements<T>.Room[0];
            return ref elements[0];
        }

#if PORTOLAN_SPAN || UNITY_2021_2_OR_NEWER || NETSTANDARD2_1_OR_GREATER || NETCOREAPP2_1_OR_GREATER
        internal static ref T First<T>(Span<T> elements)
        {
            if (elements.Length == 0) return ref NoElements<T>.Room[0];
            return ref MemoryMarshal.GetReference(elements);
        }
#endif

        internal static T[] ReadArray<T>(ArrayCall<T> call)
        {
            Check(call(ref NoElements<T>.Room[0], UIntPtr.Zero, out UIntPtr count));
            var elements = new T[checked((int)count)];
            if (elements.Length != 0) Check(call(ref elements[0], count, out count));
            return elements;
        }

        internal static string ReadText(ArrayCall<byte> call)
        {
            Check(call(ref NoElements<byte>.Room[0], UIntPtr.Zero, out UIntPtr count));
            var text = new byte[checked((int)count + 1)];
            Check(call(ref text[0], (UIntPtr)text.Length, out count));
            return Encoding.UTF8.GetString(text, 0, (int)count);
        }

        /// <summary>A text of the library's own, in ASCII.</summary>
        internal static string Text(IntPtr text) => Marshal.PtrToStringAnsi(text);

        /// <summary>As C wants it: with a zero byte at the end, and none before it.</summary>
        internal static byte[] Utf8(string text, string name)
        {
            if (text == null) throw new ArgumentNullException(name);
            if (text.IndexOf('\0') >= 0) throw new ArgumentException("a text with a zero character", name);
            return Encoding.UTF8.GetBytes(text + '\0');
        }

        /// <summary>A number that C counts from 0; one below is beyond all that there is.</summary>
        internal static uint Number(int number) => unchecked((uint)number);

        internal static UIntPtr Size(ulong size) =>
            UIntPtr.Size == 8 ? (UIntPtr)size : (UIntPtr)Math.Min(size, uint.MaxValue);

        internal static WorldHandle Of(World world)
        {
            if (world == null) throw new ArgumentNullException(nameof(world));
            return world.Handle;
        }

        internal static OverlayHandle Of(Overlay overlay)
        {
            if (overlay == null) throw new ArgumentNullException(nameof(overlay));
            return overlay.Handle;
        }

        internal static QueryHandle Of(PathQuery query)
        {
            if (query == null) throw new ArgumentNullException(nameof(query));
            return query.Handle;
        }

        internal static PathHandle Of(FoundPath path)
        {
            if (path == null) throw new ArgumentNullException(nameof(path));
            return path.Handle;
        }

        internal static GoalsHandle Of(GoalSet goals)
        {
            if (goals == null) throw new ArgumentNullException(nameof(goals));
            return goals.Handle;
        }

        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr portolan_version();
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr portolan_error_text(int code);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr portolan_status_text(Status status);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr portolan_why_text(Why why);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr portolan_tier_text(Tier tier);

        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_world_open_as(byte[] path, FileAccess access, out WorldHandle world,
                                                          [In, Out] byte[] message, UIntPtr size);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_world_open_memory(byte[] bytes, UIntPtr count, out WorldHandle world,
                                                              [In, Out] byte[] message, UIntPtr size);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_world_close(ref IntPtr world);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_world_verify(WorldHandle world, [In, Out] byte[] message, UIntPtr size);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_world_get_info(WorldHandle world, ref WorldInfo info);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_world_get_profile(WorldHandle world, uint profile, ref ProfileInfo info);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_world_profile_name(WorldHandle world, uint profile, ref byte name,
                                                               UIntPtr capacity, out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_world_find_profile(WorldHandle world, byte[] name, out uint profile);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_world_terrain_name(WorldHandle world, uint terrain, ref byte name,
                                                               UIntPtr capacity, out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_world_find_terrain(WorldHandle world, byte[] name, out byte terrain);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_world_impassable_terrains(WorldHandle world, uint profile,
                                                                      ref byte terrains, UIntPtr capacity,
                                                                      out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_world_get_link(WorldHandle world, uint link, ref Link data);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_world_link_name(WorldHandle world, uint link, ref byte name,
                                                            UIntPtr capacity, out UIntPtr count);

        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_create(WorldHandle world, out OverlayHandle overlay);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_copy(OverlayHandle overlay, out OverlayHandle copy);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_destroy(ref IntPtr overlay);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_set_terrain(OverlayHandle overlay, Rect area, byte terrain);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_set_tiles(OverlayHandle overlay, Rect area, byte[] terrain,
                                                              UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_revert(OverlayHandle overlay, Rect area);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_raise(OverlayHandle overlay, Rect area, byte[] notches,
                                                          UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_close_link(OverlayHandle overlay, uint link);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_open_link(OverlayHandle overlay, uint link);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_refresh(OverlayHandle overlay, UIntPtr regions, out UIntPtr left);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_adopt(OverlayHandle overlay, OverlayHandle refreshed,
                                                          out UIntPtr left);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_get_terrain(OverlayHandle overlay, Tile tile, out byte terrain);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_get_notches(OverlayHandle overlay, Tile tile, out byte notches);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_get_tiles(OverlayHandle overlay, Rect area,
                                                              ref byte terrain, UIntPtr capacity,
                                                              out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_bytes(OverlayHandle overlay, ref byte bytes,
                                                          UIntPtr capacity, out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_read(OverlayHandle overlay, byte[] bytes, UIntPtr count,
                                                         [In, Out] byte[] message, UIntPtr size);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_save(OverlayHandle overlay, byte[] path, [In, Out] byte[] message,
                                                         UIntPtr size);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_overlay_load(OverlayHandle overlay, byte[] path, [In, Out] byte[] message,
                                                         UIntPtr size);

        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_query_create(WorldHandle world, uint profile, Baseline baseline,
                                                         out QueryHandle query);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_query_destroy(ref IntPtr query);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_query_use(QueryHandle query, OverlayHandle overlay);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_query_use(QueryHandle query, IntPtr none);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_query_find(QueryHandle query, ref PathRequest request, PathHandle path,
                                                       ref PathResult result);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_query_find(QueryHandle query, ref PathRequest request, IntPtr none,
                                                       ref PathResult result);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_query_find_between(QueryHandle query, ref PointRequest request,
                                                               PathHandle path, ref PathResult result);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_query_nearest_tile(QueryHandle query, Tile wanted, out Tile tile);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_query_nearest_reachable(QueryHandle query, Tile from, Tile wanted,
                                                                    out Tile tile);

        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_path_create(QueryHandle query, ulong most, out PathHandle path);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_path_destroy(ref IntPtr path);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_path_waypoints(PathHandle path, ref Tile tiles, UIntPtr capacity,
                                                           out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_path_points(PathHandle path, ref Point points, UIntPtr capacity,
                                                        out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_path_bytes(PathHandle path, ref byte bytes, UIntPtr capacity,
                                                       out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_path_read(PathHandle path, byte[] bytes, UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_path_hash(PathHandle path, out ulong hash);

        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_walker_create(WorldHandle world, uint profile, out WalkerHandle walker);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_walker_destroy(ref IntPtr walker);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_walker_use(WalkerHandle walker, OverlayHandle overlay);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_walker_use(WalkerHandle walker, IntPtr none);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_walker_next_leg(WalkerHandle walker, PathHandle path, ref Leg leg);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_walker_tiles(WalkerHandle walker, ref Tile tiles, UIntPtr capacity,
                                                         out UIntPtr count);

        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_batch_create(WorldHandle world, uint profile, uint threads,
                                                         out BatchHandle batch);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_batch_destroy(ref IntPtr batch);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_batch_use(BatchHandle batch, OverlayHandle overlay);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_batch_use(BatchHandle batch, IntPtr none);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_batch_pairs(BatchHandle batch, ref BatchRequest request, ref TilePair pairs,
                                                        UIntPtr count, ref BatchAnswer answers);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_batch_table(BatchHandle batch, ref BatchRequest request, ref Tile from,
                                                        UIntPtr fromCount, ref Tile to, UIntPtr toCount,
                                                        ref BatchAnswer answers, UIntPtr answerCount);

        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goals_create(WorldHandle world, uint profile, UIntPtr capacity,
                                                         out GoalsHandle goals);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goals_destroy(ref IntPtr goals);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goals_insert(GoalsHandle goals, uint goal, Tile tile);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goals_erase(GoalsHandle goals, uint goal);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goals_move(GoalsHandle goals, uint goal, Tile tile);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_search_create(GoalsHandle goals, out GoalSearchHandle search);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_search_destroy(ref IntPtr search);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_search_use(GoalSearchHandle search, OverlayHandle overlay);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_search_use(GoalSearchHandle search, IntPtr none);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_search_nearest(GoalSearchHandle search,
                                                                ref NearestGoalsRequest request,
                                                                ref ReachedGoal reached, UIntPtr capacity,
                                                                out UIntPtr count, ref Answer answer);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_search_within(GoalSearchHandle search, ref GoalsWithinRequest request,
                                                               ref ReachedGoal reached, UIntPtr capacity,
                                                               out UIntPtr count, ref Answer answer);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_search_nearest_where(GoalSearchHandle search,
                                                                      ref NearestGoalsRequest request, IsGoal isGoal,
                                                                      IntPtr context, ref ReachedGoal reached,
                                                                      UIntPtr capacity, out UIntPtr count,
                                                                      ref Answer answer);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_search_within_where(GoalSearchHandle search,
                                                                     ref GoalsWithinRequest request, IsGoal isGoal,
                                                                     IntPtr context, ref ReachedGoal reached,
                                                                     UIntPtr capacity, out UIntPtr count,
                                                                     ref Answer answer);

        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_board_find_node(WorldHandle world, byte[] name, out uint node);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_board_node_name(WorldHandle world, uint node, ref byte name,
                                                            UIntPtr capacity, out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_board_node_enter(WorldHandle world, uint node, out uint cost);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_board_arcs(WorldHandle world, uint node, ref Arc arcs,
                                                       UIntPtr capacity, out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_board_find_tag(WorldHandle world, byte[] name, out uint tag);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_area_at(WorldHandle world, Tile tile, out uint area);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_area_anchor(WorldHandle world, uint area, out Tile tile);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_board_query_create(WorldHandle world, out BoardQueryHandle query);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_board_query_destroy(ref IntPtr query);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_board_query_close(BoardQueryHandle query, ref uint nodes, UIntPtr nodeCount,
                                                              ref Border borders, UIntPtr borderCount);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_board_query_find(BoardQueryHandle query, ref BoardRequest request,
                                                             ref BoardResult result);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_board_query_find_cost(BoardQueryHandle query, ref BoardRequest request,
                                                                  ref BoardResult result);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_board_query_nodes(BoardQueryHandle query, ref uint nodes,
                                                              UIntPtr capacity, out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_board_query_arcs(BoardQueryHandle query, ref Arc arcs,
                                                             UIntPtr capacity, out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_board_query_nearest(BoardQueryHandle query, ref NearestRequest request,
                                                                ref Reached reached, UIntPtr capacity,
                                                                out UIntPtr count, ref Answer answer);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_board_query_within(BoardQueryHandle query, ref WithinRequest request,
                                                               ref Reached reached, UIntPtr capacity,
                                                               out UIntPtr count, ref Answer answer);

        [DllImport(Build, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_build_create(ref NativeMap map, ref NativeProfile profiles,
                                                         UIntPtr count, ref BuildOptions options,
                                                         out BuildHandle build, [In, Out] byte[] message,
                                                         UIntPtr size);
        [DllImport(Build, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_build_destroy(ref IntPtr build);
        [DllImport(Build, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_build_bytes(BuildHandle build, ref byte bytes, UIntPtr capacity,
                                                        out UIntPtr count);
        [DllImport(Build, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_build_save(BuildHandle build, byte[] path, [In, Out] byte[] message,
                                                       UIntPtr size);
    }
}
