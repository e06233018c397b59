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
// Threads. Worlds: any number at once. Overlays and sets of goals: read by many or changed by one. Arenas of distances:
// for fields on any threads. All others: one thread at a time each, any number of them side by side.
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
        /// <summary>At once; leg by leg where the ends lie more than 8192 columns or rows apart.</summary>
        ByDistance = 0,
        /// <summary>By Find.</summary>
        AtOnce = 1,
        /// <summary>By a walker: Find returns sooner, with fewer waypoints on the same path.</summary>
        LegByLeg = 2
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

    /// <summary>Who knows a lower bound.</summary>
    public enum BoundSource : byte
    {
        /// <summary>The distance in the plane, or by way of links.</summary>
        Plane = 0,
        /// <summary>The least cost on the file.</summary>
        Labels = 1
    }

    /// <summary>What is known of a segment of a smoothed path.</summary>
    public enum SegmentKind : byte
    {
        /// <summary>A mover of this width can walk it.</summary>
        Clear = 0,
        /// <summary>It cannot, by the test; the segment is as the path given has it.</summary>
        Narrow = 1,
        /// <summary>It is no way to walk, but a link from end to end.</summary>
        Link = 2
    }

    /// <summary>Where a mover faces: 45 degrees further against the clock each; north is up, which is -y.</summary>
    public enum Heading : byte
    {
        /// <summary>None in particular.</summary>
        Any = 0,
        /// <summary>To the right.</summary>
        East = 1,
        /// <summary>To the right and up.</summary>
        NorthEast = 2,
        /// <summary>Up.</summary>
        North = 3,
        /// <summary>To the left and up.</summary>
        NorthWest = 4,
        /// <summary>To the left.</summary>
        West = 5,
        /// <summary>To the left and down.</summary>
        SouthWest = 6,
        /// <summary>Down.</summary>
        South = 7,
        /// <summary>To the right and down.</summary>
        SouthEast = 8
    }

    /// <summary>What a unit does about others in its way.</summary>
    public enum Avoidance : byte
    {
        /// <summary>Asks allies in its way to step aside, who ask others in turn.</summary>
        Cooperate = 0,
        /// <summary>Waits until its next step is free.</summary>
        Withhold = 1,
        /// <summary>Goes around those that stand.</summary>
        Around = 2
    }

    /// <summary>What a unit of a crowd is about.</summary>
    public enum UnitState : byte
    {
        /// <summary>Has done what it was ordered; steps aside for allies, and comes back.</summary>
        Idle = 0,
        /// <summary>On its way.</summary>
        Going = 1,
        /// <summary>On its way, but it has come no nearer for 16 decisions.</summary>
        Stuck = 2,
        /// <summary>Stands fast where it is.</summary>
        Holding = 3
    }

    /// <summary>How the places of a formation lie.</summary>
    public enum ShapeKind : byte
    {
        /// <summary>One rank, or as many of 61 as there must be.</summary>
        Line = 0,
        /// <summary>One file.</summary>
        Column = 1,
        /// <summary>Ranks of Shape.Files.</summary>
        Box = 2,
        /// <summary>Ranks of 1, 3, 5 and so on.</summary>
        Wedge = 3,
        /// <summary>Shape.Slots.</summary>
        Free = 4
    }

    /// <summary>What a formation is about.</summary>
    public enum FormationState : byte
    {
        /// <summary>Without an order, or without members.</summary>
        Idle = 0,
        /// <summary>The leader is on its way.</summary>
        Marching = 1,
        /// <summary>The leader is at the goal.</summary>
        Arriving = 2,
        /// <summary>All have stood in their places at once.</summary>
        Arrived = 3,
        /// <summary>The way is none any more: order again.</summary>
        Cut = 4
    }

    /// <summary>Where a request to a service stands.</summary>
    public enum TicketState : byte
    {
        /// <summary>It waits for its answer.</summary>
        Waiting = 0,
        /// <summary>The answer is there.</summary>
        Answered = 1,
        /// <summary>Never given out, polled before, or cancelled.</summary>
        Unknown = 2
    }

    /// <summary>A call that could not be made. Nothing has changed by it, but that what was to Use an overlay for which
    /// memory is short (Memory, Limit) is from then on as if null were given.</summary>
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
        /// <summary>No unit.</summary>
        public const uint NoUnit = uint.MaxValue;
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

    /// <summary>Where to go next.</summary>
    [CStruct("portolan_next_step")]
    [StructLayout(LayoutKind.Sequential)]
    public struct NextStep
    {
        internal uint StructSize;
        /// <summary>How it came out.</summary>
        public Status Status;
        /// <summary>Why.</summary>
        public Why Why;
        private byte optimal;
        /// <summary>Of the way from here, this step included, in the profile's unit.</summary>
        public ulong Cost;
        /// <summary>No path costs less; Library.NoPath: it is proven that there is none.</summary>
        public ulong LowerBound;
        /// <summary>Nodes settled.</summary>
        public ulong Expansions;
        /// <summary>On the grid: beside this one, or where Link ends; itself at the goal.</summary>
        public Tile Tile;
        /// <summary>On the grid: the link that leads there; Library.NoLink if it is a step.</summary>
        public uint Link;
        /// <summary>At any angle: the next turning point; else the centre of Tile.</summary>
        public Point Point;
        /// <summary>Whether the cost is proven to be the least there is, or that there is no path.</summary>
        public bool Optimal => optimal != 0;
    }

    /// <summary>A question about a step at random. The same numbers always draw the same step.</summary>
    [CStruct("portolan_random_step_request")]
    [StructLayout(LayoutKind.Sequential)]
    public struct RandomStepRequest
    {
        internal uint StructSize;
        /// <summary>Where the step begins.</summary>
        public Tile From;
        /// <summary>Of all who draw.</summary>
        public ulong Seed;
        /// <summary>Of who goes.</summary>
        public ulong Unit;
        /// <summary>Of the step, for example counted from the start.</summary>
        public ulong Step;
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

    /// <summary>A question between two tiles, by way of areas or waypoints.</summary>
    [CStruct("portolan_corridor_request")]
    [StructLayout(LayoutKind.Sequential)]
    public struct CorridorRequest
    {
        internal uint StructSize;
        /// <summary>What to do with ends that cannot be stood on.</summary>
        public EndRule Ends;
        /// <summary>The start.</summary>
        public Tile From;
        /// <summary>The goal.</summary>
        public Tile To;
        /// <summary>Areas and tiles to settle together; 0: no limit.</summary>
        public ulong MaxExpansions;

        /// <summary>From tile to tile, all else by default.</summary>
        public CorridorRequest(Tile from, Tile to) : this()
        {
            From = from;
            To = to;
        }
    }

    /// <summary>What was found of a way over areas.</summary>
    [CStruct("portolan_corridor_result")]
    [StructLayout(LayoutKind.Sequential)]
    public struct CorridorResult
    {
        internal uint StructSize;
        /// <summary>Undecided: there is a way over areas, but no path on tiles within them (NoPathWithin); or no way,
        /// but the board was made for another profile or before edits (Exhausted).</summary>
        public Status Status;
        /// <summary>Why.</summary>
        public Why Why;
        private byte optimal;
        /// <summary>Of tiles and links, in the profile's unit (ProfileInfo.TilesPerUnit); 0 without a path.</summary>
        public ulong Cost;
        /// <summary>No path costs less.</summary>
        public ulong LowerBound;
        /// <summary>Of the way from anchor to anchor, in 10^-CostDecimals of the author's unit, with what the areas
        /// cost to enter.</summary>
        public ulong BoardCost;
        /// <summary>Areas and tiles settled.</summary>
        public ulong Expansions;
        /// <summary>How many CorridorQuery.CopyAreas gives.</summary>
        public ulong AreaCount;
        /// <summary>How many CorridorQuery.CopyTiles gives.</summary>
        public ulong TileCount;
        /// <summary>The cost in tiles at terrain cost 1, to show; 0 without a path.</summary>
        public double Length;
        /// <summary>Whether the cost is proven to be the least on the map, which only that of a straight line
        /// is.</summary>
        public bool Optimal => optimal != 0;
    }

    /// <summary>How a path is smoothed, in fifths of a tile, 0 to Smoother.MostFifths.</summary>
    [CStruct("portolan_smoothing")]
    [StructLayout(LayoutKind.Sequential)]
    public struct Smoothing
    {
        internal uint StructSize;
        /// <summary>Of the mover: half of it is kept away from what cannot be passed, by a sampled test.</summary>
        public int Width;
        /// <summary>How far before and behind a turning point its corner may be rounded; 0: corners stay.</summary>
        public int Curve;
    }

    /// <summary>What was smoothed.</summary>
    [CStruct("portolan_smooth_path")]
    [StructLayout(LayoutKind.Sequential)]
    public struct SmoothPath
    {
        internal uint StructSize;
        /// <summary>How many Smoother.CopyPoints gives; there is one segment fewer.</summary>
        public ulong PointCount;
        /// <summary>Segments that are narrow.</summary>
        public ulong NarrowCount;
        /// <summary>In tiles at terrain cost 1, links at what they cost.</summary>
        public double Length;
    }

    /// <summary>What a service is made for; members that are 0: as said.</summary>
    [CStruct("portolan_service_options")]
    [StructLayout(LayoutKind.Sequential)]
    public struct ServiceOptions
    {
        internal uint StructSize;
        /// <summary>In all, that of the caller of a tick among them, at most 1024; 0: it alone.</summary>
        public uint Threads;
        /// <summary>Requests that it can have at once, answered ones included until polled; 0: 1024.</summary>
        public ulong Slots;
        /// <summary>Who share the budget evenly; 0: 1.</summary>
        public ulong Clients;
        /// <summary>Of the world; 0: 1.</summary>
        public ulong Views;
        /// <summary>Besides one a view: what was shown before and is still waited for; 0: 1.</summary>
        public ulong OldSnapshots;
        /// <summary>Expansions set aside for a request when it is first asked, at least 16; 0: 4000.</summary>
        public ulong Slice;
        /// <summary>Ticks of waiting that count as much as one step of priority; 0: 32.</summary>
        public uint Patience;
    }

    /// <summary>For whom a request is.</summary>
    [CStruct("portolan_service_terms")]
    [StructLayout(LayoutKind.Sequential)]
    public struct ServiceTerms
    {
        internal uint StructSize;
        /// <summary>More goes first, among the requests of one client.</summary>
        public byte Priority;
        /// <summary>Who asks, numbered from 0.</summary>
        public ulong Client;
        /// <summary>What the client sees of the world, numbered from 0.</summary>
        public ulong View;
    }

    /// <summary>What a tick of a service did.</summary>
    [CStruct("portolan_service_report")]
    [StructLayout(LayoutKind.Sequential)]
    public struct ServiceReport
    {
        internal uint StructSize;
        /// <summary>Expansions.</summary>
        public ulong Charged;
        /// <summary>As many requests were asked, some maybe several times.</summary>
        public ulong Searches;
        /// <summary>How many PathService.CopyAnswered gives.</summary>
        public ulong Answered;
    }

    /// <summary>How a request was served.</summary>
    [CStruct("portolan_served")]
    [StructLayout(LayoutKind.Sequential)]
    public struct Served
    {
        internal uint StructSize;
        /// <summary>Of what the view showed when it was asked, and what the answer is right for.</summary>
        public ulong Revision;
        /// <summary>Ticks before the request.</summary>
        public ulong Asked;
        /// <summary>Ticks with the one that answered it.</summary>
        public ulong Answered;
        /// <summary>Expansions, those of slices that were not enough included.</summary>
        public ulong Charged;
    }

    /// <summary>What a crowd is made for; members that are 0: as said.</summary>
    [CStruct("portolan_crowd_options")]
    [StructLayout(LayoutKind.Sequential)]
    public struct CrowdOptions
    {
        internal uint StructSize;
        /// <summary>The most it can have.</summary>
        public uint Units;
        /// <summary>Of costs to goals that are kept, 296 bytes each; 0: six a unit.</summary>
        public ulong DistanceTiles;
        /// <summary>Decides between steps that are worth the same.</summary>
        public ulong Seed;
        /// <summary>Units asked to step aside in a tick; 0: no limit.</summary>
        public ulong MaxPushes;
        /// <summary>That searches for a way to free stuck units try in a tick; 0: 8192; below 32: none.</summary>
        public ulong MaxClusterMoves;
        /// <summary>That searches for ways of units which turn settle in a tick; 0: 131072.</summary>
        public ulong MaxWayStates;
    }

    /// <summary>A unit that is to join a crowd.</summary>
    [CStruct("portolan_unit_spec")]
    [StructLayout(LayoutKind.Sequential)]
    public struct UnitSpec
    {
        internal uint StructSize;
        /// <summary>One of the crowd's, by its number in the world.</summary>
        public uint Profile;
        /// <summary>The top-left one of its body, or of its core if it turns.</summary>
        public Tile Tile;
        /// <summary>Units push those of their own side only.</summary>
        public byte Side;
        /// <summary>Of a unit that turns, one that it can have; Any: East.</summary>
        public Heading Heading;
        /// <summary>A tile at terrain cost 1 takes Ticks / Tiles ticks, both 1 to 4096; 0: each step takes one
        /// tick.</summary>
        public uint Ticks;
        /// <summary>Tiles in that many ticks.</summary>
        public uint Tiles;
    }

    /// <summary>A unit as it is between two ticks.</summary>
    [CStruct("portolan_unit")]
    [StructLayout(LayoutKind.Sequential)]
    public struct CrowdUnit
    {
        internal uint StructSize;
        /// <summary>What it does about others in its way.</summary>
        public Avoidance Avoidance;
        /// <summary>What it is about.</summary>
        public UnitState State;
        /// <summary>Its side.</summary>
        public byte Side;
        /// <summary>Where it stands, or where the move under way began.</summary>
        public Tile Tile;
        /// <summary>Where that leads; Tile if it stands.</summary>
        public Tile To;
        /// <summary>Where it was ordered to.</summary>
        public Tile Goal;
        /// <summary>The tick in which the move under way, or the last one, began.</summary>
        public ulong Begin;
        /// <summary>The tick from which on it stands at To.</summary>
        public ulong End;
        /// <summary>Where it faced as the move began; Any if it does not turn.</summary>
        public Heading Heading;
        /// <summary>Where it faces after it.</summary>
        public Heading ToHeading;
        /// <summary>Where it is to face at its goal; Any: however it comes.</summary>
        public Heading GoalHeading;
    }

    /// <summary>A move, which covers both ends, and what it sweeps between them, from tick Begin on, and only To from
    /// End on.</summary>
    [CStruct("portolan_unit_move")]
    [StructLayout(LayoutKind.Sequential)]
    public struct UnitMove
    {
        /// <summary>Who moves.</summary>
        public uint Unit;
        /// <summary>Where it begins.</summary>
        public Tile From;
        /// <summary>Where it ends.</summary>
        public Tile To;
        /// <summary>The tick in which it begins.</summary>
        public ulong Begin;
        /// <summary>The tick in which it is over.</summary>
        public ulong End;
        /// <summary>Before the move; Any if the unit does not turn.</summary>
        public Heading Heading;
        /// <summary>After it.</summary>
        public Heading ToHeading;
    }

    /// <summary>What happened in a tick of a crowd.</summary>
    [CStruct("portolan_crowd_report")]
    [StructLayout(LayoutKind.Sequential)]
    public struct CrowdReport
    {
        internal uint StructSize;
        /// <summary>The one that begins now.</summary>
        public ulong Tick;
        /// <summary>Units that were asked what to do.</summary>
        public ulong Decisions;
        /// <summary>Units that were asked to step aside.</summary>
        public ulong Pushes;
        /// <summary>Units that decided to stay, short of their goals.</summary>
        public ulong Waits;
        /// <summary>Of all moves so far, the same on every machine.</summary>
        public ulong Hash;
        private UIntPtr started;
        private UIntPtr ended;
        private UIntPtr arrived;
        private UIntPtr stuck;
        /// <summary>Units that followed a plan which frees stuck ones.</summary>
        public ulong Planned;
        /// <summary>Moves that have begun: how many Crowd.CopyStarted gives.</summary>
        public int Started => checked((int)started);
        /// <summary>Moves that are over: how many Crowd.CopyEnded gives.</summary>
        public int Ended => checked((int)ended);
        /// <summary>Units that have come to the goals they were ordered to: how many Crowd.CopyArrived gives.</summary>
        public int Arrived => checked((int)arrived);
        /// <summary>Units that have become stuck: how many Crowd.CopyStuck gives.</summary>
        public int Stuck => checked((int)stuck);
    }

    [CStruct("portolan_repair_request")]
    [StructLayout(LayoutKind.Sequential)]
    internal struct RepairRequest
    {
        internal uint StructSize;
        internal Tile From;
        internal IntPtr Ahead;
        internal UIntPtr AheadCount;
        internal IntPtr Blocked;
        internal UIntPtr BlockedCount;
        internal ulong MaxExpansions;
    }

    /// <summary>What came of a repair.</summary>
    [CStruct("portolan_repair_result")]
    [StructLayout(LayoutKind.Sequential)]
    public struct RepairResult
    {
        internal uint StructSize;
        /// <summary>Found; Undecided: there is no way back within the window, so ask a query; or why not.</summary>
        public Status Status;
        /// <summary>Why.</summary>
        public Why Why;
        private byte eased;
        private byte searched;
        /// <summary>Of the way back and of the rest of the path; nothing is proven of other paths.</summary>
        public ulong Cost;
        /// <summary>Always 0.</summary>
        public ulong LowerBound;
        /// <summary>Nodes settled.</summary>
        public ulong Expansions;
        /// <summary>The tile of the old path from which on it is as it was.</summary>
        public Tile Rejoined;
        /// <summary>Whether edits in use may have made ways cheaper: paths may cost more than they must.</summary>
        public bool Eased => eased != 0;
        /// <summary>Whether the path is one that a query found.</summary>
        public bool Searched => searched != 0;
    }

    [CStruct("portolan_formation_guide_options")]
    [StructLayout(LayoutKind.Sequential)]
    internal struct FormationGuideOptions
    {
        internal uint StructSize;
        internal byte HasWideProfile;
        internal uint WideProfile;
        internal uint DetourNumerator;
        internal uint DetourDenominator;
    }

    /// <summary>How a formation waits; members that are 0: as said.</summary>
    [CStruct("portolan_formation_options")]
    [StructLayout(LayoutKind.Sequential)]
    public struct FormationOptions
    {
        internal uint StructSize;
        /// <summary>Steps from its place at which a member is in it; 0: 1.</summary>
        public uint Reach;
        /// <summary>How many steps long the leader waits for one that is not, up to 65535; 0: 64.</summary>
        public uint Patience;
    }

    /// <summary>A place as the leader at 0, 0 sees it.</summary>
    [CStruct("portolan_slot")]
    [StructLayout(LayoutKind.Sequential)]
    public struct Slot
    {
        /// <summary>To the right, -30 to 30.</summary>
        public int X;
        /// <summary>Behind, 0 to 4095.</summary>
        public int Y;

        /// <summary>A place so far to the right and behind.</summary>
        public Slot(int x, int y)
        {
            X = x;
            Y = y;
        }
    }

    [CStruct("portolan_shape")]
    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeShape
    {
        internal uint StructSize;
        internal ShapeKind Kind;
        internal uint Count;
        internal uint Files;
        internal uint Spacing;
        internal IntPtr Slots;
    }

    /// <summary>How the places of a formation lie; the leader has the first one.</summary>
    public sealed class Shape
    {
        /// <summary>Line, Column, Box, Wedge or Free.</summary>
        public ShapeKind Kind;
        /// <summary>Of places, 1 to 65536; of a free shape there are as many as Slots.</summary>
        public int Count;
        /// <summary>Of a box, 1 to 61.</summary>
        public int Files;
        /// <summary>Tiles from place to place, up to 8; 0: 1.</summary>
        public int Spacing;
        /// <summary>Of a free shape, no two alike.</summary>
        public Slot[] Slots;
    }

    /// <summary>A member of a formation.</summary>
    [CStruct("portolan_formation_member")]
    [StructLayout(LayoutKind.Sequential)]
    public struct FormationMember
    {
        /// <summary>Who.</summary>
        public uint Unit;
        /// <summary>Where it is to be; -1, -1: nowhere.</summary>
        public Tile Slot;
    }

    /// <summary>How a formation is.</summary>
    [CStruct("portolan_formation_report")]
    [StructLayout(LayoutKind.Sequential)]
    public struct FormationReport
    {
        internal uint StructSize;
        /// <summary>What it is about.</summary>
        public FormationState State;
        /// <summary>Of the leader; Any before the first order.</summary>
        public Heading Heading;
        /// <summary>Where the leader is; -1, -1 before the first order.</summary>
        public Tile Leader;
        private UIntPtr members;
        private UIntPtr behind;
        private UIntPtr orders;
        private UIntPtr swaps;
        /// <summary>Members.</summary>
        public int Members => checked((int)members);
        /// <summary>Members out of their places.</summary>
        public int Behind => checked((int)behind);
        /// <summary>Orders that units were given.</summary>
        public int Orders => checked((int)orders);
        /// <summary>Swaps of places between two members.</summary>
        public int Swaps => checked((int)swaps);
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

#if PORTOLAN_SPAN || UNITY_2021_2_OR_NEWER || NETSTANDARD2_1_OR_GREATER || NETCOREAPP2_1_OR_GREATER
        /// <summary>Terrain of all tiles of a rectangle, row by row. Returns how many there are.</summary>
        public int CopyTiles(Rect area, Span<byte> terrain) => Native.Copied(
            Native.portolan_overlay_get_tiles(Handle, area, ref Native.First(terrain), (UIntPtr)terrain.Length,
                                              out UIntPtr count), count);
#endif

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

        /// <summary>Takes all legs off a path and adds their tiles to a list, each tile once, the start included; of a
        /// path that begins where it ends its one tile. Returns Done, or what stopped it.</summary>
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
            if (leg.Status == LegStatus.Done && path.CopyWaypoints(one) == 1) tiles.Add(one[0]);
            return leg.Status;
        }

        private readonly Tile[] one = new Tile[1];
        private Tile[] scratch;
    }

    /// <summary>Turns legs into few straight segments for a round mover, and rounds their corners. One thread at a
    /// time.</summary>
    public sealed class Smoother : IDisposable
    {
        internal readonly SmootherHandle Handle;

        /// <summary>Members of a Smoothing are no more.</summary>
        public const int MostFifths = 320;

        /// <summary>For a profile, numbered from 0. Reserves 60 bytes a tile, committed where paths lead.</summary>
        public Smoother(World world, int profile = 0)
        {
            Native.Check(Native.portolan_smoother_create(Native.Of(world), Native.Number(profile), out Handle));
        }

        /// <summary>Gives the memory back.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>From now on smooths on the world as the overlay shows it now; null: as the file has it. Forgets
        /// what was added.</summary>
        public void Use(Overlay overlay) => Native.Check(
            overlay == null ? Native.portolan_smoother_use(Handle, IntPtr.Zero)
                            : Native.portolan_smoother_use(Handle, overlay.Handle));

        /// <summary>Goes on with the last leg that a walker made.</summary>
        public void AddLeg(LegWalker walker) =>
            Native.Check(Native.portolan_smoother_add_leg(Handle, Native.Of(walker)));

        /// <summary>Goes on with the points of a path at any angle.</summary>
        public void AddPoints(FoundPath path) =>
            Native.Check(Native.portolan_smoother_add_points(Handle, Native.Of(path)));

        /// <summary>Smooths what was added since the last time, to a way that is never dearer, measured as straight
        /// lines. Steps that cannot be walked at this width stay as they are, and are named.</summary>
        public SmoothPath Finish(Smoothing how)
        {
            how.StructSize = Sized<Smoothing>.Size;
            var result = new SmoothPath { StructSize = Sized<SmoothPath>.Size };
            Native.Check(Native.portolan_smoother_finish(Handle, ref how, ref result));
            return result;
        }

        /// <summary>What was smoothed last: start, turning points and goal. Returns how many there are.</summary>
        public int CopyPoints(Point[] points)
        {
            if (points == null) throw new ArgumentNullException(nameof(points));
            return Native.Copied(
                Native.portolan_smoother_points(Handle, ref Native.First(points), (UIntPtr)points.Length,
                    out UIntPtr count), count);
        }

        /// <summary>The same in a new array.</summary>
        public Point[] ToPoints() => Native.ReadArray(
            (ref Point points, UIntPtr size, out UIntPtr count) =>
                Native.portolan_smoother_points(Handle, ref points, size, out count));

        /// <summary>What is known of the way from each of these points to the next. Returns how many there
        /// are.</summary>
        public int CopySegments(SegmentKind[] segments)
        {
            if (segments == null) throw new ArgumentNullException(nameof(segments));
            return Native.Copied(
                Native.portolan_smoother_segments(Handle, ref Native.First(segments), (UIntPtr)segments.Length,
                    out UIntPtr count), count);
        }

        /// <summary>The same in a new array.</summary>
        public SegmentKind[] ToSegments() => Native.ReadArray(
            (ref SegmentKind segments, UIntPtr size, out UIntPtr count) =>
                Native.portolan_smoother_segments(Handle, ref segments, size, out count));

#if PORTOLAN_SPAN || UNITY_2021_2_OR_NEWER || NETSTANDARD2_1_OR_GREATER || NETCOREAPP2_1_OR_GREATER
        /// <summary>What was smoothed last: start, turning points and goal. Returns how many there are.</summary>
        public int CopyPoints(Span<Point> points) => Native.Copied(
            Native.portolan_smoother_points(Handle, ref Native.First(points), (UIntPtr)points.Length,
                out UIntPtr count), count);

        /// <summary>What is known of the way from each of these points to the next. Returns how many there
        /// are.</summary>
        public int CopySegments(Span<SegmentKind> segments) => Native.Copied(
            Native.portolan_smoother_segments(Handle, ref Native.First(segments), (UIntPtr)segments.Length,
                out UIntPtr count), count);
#endif
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

    // ---- Fields: costs to one goal from everywhere, and the next step ----

    /// <summary>Memory for costs that were worked out before, which any number of fields on any number of threads share
    /// without waiting for each other. What it holds changes no answer.</summary>
    public sealed class DistanceArena : IDisposable
    {
        internal readonly ArenaHandle Handle;

        /// <summary>For `tiles` times 64 tiles beside each other, 296 bytes each, all taken at once; at least
        /// 4.</summary>
        public DistanceArena(ulong tiles)
        {
            Native.Check(Native.portolan_arena_create(Native.Size(tiles), out Handle));
        }

        /// <summary>Gives it back; fields keep it as long as they need it.</summary>
        public void Dispose() => Handle.Dispose();
    }

    /// <summary>A goal, and what it costs to come there from any tile. One thread at a time; questions make no
    /// garbage.</summary>
    public sealed class GoalField : IDisposable
    {
        internal readonly GoalFieldHandle Handle;

        /// <summary>For a profile, numbered from 0.</summary>
        public GoalField(World world, DistanceArena arena, int profile = 0)
        {
            Native.Check(Native.portolan_goal_field_create(Native.Of(world), Native.Number(profile), Native.Of(arena),
                                                           out Handle));
        }

        /// <summary>Gives the memory back.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>From now on answers for the world as the overlay shows it now; null: as the file has it. Forgets
        /// the goal.</summary>
        public void Use(Overlay overlay) => Native.Check(
            overlay == null ? Native.portolan_goal_field_use(Handle, IntPtr.Zero)
                            : Native.portolan_goal_field_use(Handle, overlay.Handle));

        /// <summary>Takes a goal, or by the rule for ends the nearest tile to stand on, which `taken` says. Until one
        /// was found every question is answered BadGoal, and a bound is Library.NoPath.</summary>
        public Answer Aim(Tile goal, EndRule ends, out Tile taken)
        {
            var answer = new Answer { StructSize = Sized<Answer>.Size };
            Native.Check(Native.portolan_goal_field_aim(Handle, goal, ends, out taken, ref answer));
            return answer;
        }

        /// <summary>The same.</summary>
        public Answer Aim(Tile goal, EndRule ends = EndRule.Exact) => Aim(goal, ends, out Tile taken);

        /// <summary>What the cheapest path from a tile to the goal costs. `maxExpansions` of 0: no limit.</summary>
        public Answer Cost(Tile from, ulong maxExpansions = 0)
        {
            var answer = new Answer { StructSize = Sized<Answer>.Size };
            Native.Check(Native.portolan_goal_field_cost(Handle, from, maxExpansions, ref answer));
            return answer;
        }

        /// <summary>answers[i] is for from[i]; both are as long, and each may take `maxExpansions`.</summary>
        public void Costs(Tile[] from, BatchAnswer[] answers, ulong maxExpansions = 0)
        {
            if (from == null) throw new ArgumentNullException(nameof(from));
            if (answers == null) throw new ArgumentNullException(nameof(answers));
            if (from.Length != answers.Length) throw Native.Error(ErrorCode.Sizes);
            Native.Check(Native.portolan_goal_field_costs(Handle, ref Native.First(from), (UIntPtr)from.Length,
                                                          maxExpansions, ref Native.First(answers)));
        }

#if PORTOLAN_SPAN || UNITY_2021_2_OR_NEWER || NETSTANDARD2_1_OR_GREATER || NETCOREAPP2_1_OR_GREATER
        /// <summary>answers[i] is for from[i]; both are as long, and each may take `maxExpansions`.</summary>
        public void Costs(Span<Tile> from, Span<BatchAnswer> answers, ulong maxExpansions = 0)
        {
            if (from.Length != answers.Length) throw Native.Error(ErrorCode.Sizes);
            Native.Check(Native.portolan_goal_field_costs(Handle, ref Native.First(from), (UIntPtr)from.Length,
                                                          maxExpansions, ref Native.First(answers)));
        }
#endif

        /// <summary>The first step, or link, that a cheapest path from a tile to the goal begins with.</summary>
        public NextStep Next(Tile from, ulong maxExpansions = 0)
        {
            var step = new NextStep { StructSize = Sized<NextStep>.Size };
            Native.Check(Native.portolan_goal_field_next(Handle, from, maxExpansions, ref step));
            return step;
        }

        /// <summary>A step at random, by how many cheapest paths begin with it: who draws each of its steps walks every
        /// cheapest path with the same chance. Undecided on maps with moves, and where cheapest paths are too many
        /// tiles; at any angle as Next.</summary>
        public NextStep RandomNext(RandomStepRequest request)
        {
            request.StructSize = Sized<RandomStepRequest>.Size;
            var step = new NextStep { StructSize = Sized<NextStep>.Size };
            Native.Check(Native.portolan_goal_field_random_next(Handle, ref request, ref step));
            return step;
        }

        /// <summary>No path from a tile to the goal costs less, with edits neither; Library.NoPath: there is none.
        /// Settles nothing.</summary>
        public ulong Bound(Tile from, out BoundSource source)
        {
            Native.Check(Native.portolan_goal_field_bound(Handle, from, out ulong cost, out source));
            return cost;
        }

        /// <summary>The same, whoever knows it.</summary>
        public ulong Bound(Tile from) => Bound(from, out BoundSource source);
    }

    // ---- Functions that C calls ----

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
                                                                   (UIntPtr)nodes.Length, out UIntPtr count), count);
        }

#if PORTOLAN_SPAN || UNITY_2021_2_OR_NEWER || NETSTANDARD2_1_OR_GREATER || NETCOREAPP2_1_OR_GREATER
        /// <summary>The places of the last path found, ends included. Returns how many there are.</summary>
        public int CopyNodes(Span<uint> nodes) => Native.Copied(
            Native.portolan_board_query_nodes(Handle, ref Native.First(nodes), (UIntPtr)nodes.Length,
                                              out UIntPtr count), count);
#endif

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

    // ---- Corridors: ways over areas, and paths on tiles that keep to them ----

    /// <summary>Finds the cheapest way over areas, as the board prices it for the first profile and without edits, and
    /// the least path on tiles that keeps to them, for the profile given. Waypoints are areas of one tile each. One
    /// thread at a time; a Find makes no garbage.</summary>
    public sealed class CorridorQuery : IDisposable
    {
        internal readonly CorridorHandle Handle;
        private readonly World world;

        /// <summary>For a profile, numbered from 0. Throws with the code Missing where the world has no
        /// areas.</summary>
        public CorridorQuery(World world, int profile = 0)
        {
            Native.Check(Native.portolan_corridor_create(Native.Of(world), Native.Number(profile), out Handle));
            this.world = world;
        }

        /// <summary>Gives the memory back.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>From now on answers as if these areas and borders were closed, instead of those of the last call;
        /// null: none but what the author closed. Links over a closed border stay open. What the last Find left is
        /// lost.</summary>
        public void Close(uint[] areas, Border[] borders) => Native.Check(Native.portolan_corridor_close(
            Handle, ref Native.First(areas), (UIntPtr)(areas?.Length ?? 0), ref Native.First(borders),
            (UIntPtr)(borders?.Length ?? 0)));

        /// <summary>From now on answers for the map as the overlay shows it now; null: as the file has it. What the
        /// last Find left is lost.</summary>
        public void Use(Overlay overlay) => Native.Check(
            overlay == null ? Native.portolan_corridor_use(Handle, IntPtr.Zero)
                            : Native.portolan_corridor_use(Handle, overlay.Handle));

        /// <summary>The way from the area of one tile to that of another. Any coordinates will do: those outside the
        /// map are answered by a status.</summary>
        public CorridorResult Find(CorridorRequest request)
        {
            request.StructSize = Sized<CorridorRequest>.Size;
            var result = new CorridorResult { StructSize = Sized<CorridorResult>.Size };
            Native.Check(Native.portolan_corridor_find(Handle, ref request, ref result));
            return result;
        }

        /// <summary>The same from tile to tile.</summary>
        public CorridorResult Find(Tile from, Tile to) => Find(new CorridorRequest(from, to));

        /// <summary>The areas on the way last found, those of the ends included; also where Status is Undecided.
        /// Returns how many there are.</summary>
        public int CopyAreas(uint[] areas)
        {
            if (areas == null) throw new ArgumentNullException(nameof(areas));
            return Native.Copied(
                Native.portolan_corridor_areas(Handle, ref Native.First(areas), (UIntPtr)areas.Length,
                    out UIntPtr count), count);
        }

        /// <summary>The same in a new array.</summary>
        public uint[] ToAreas() => Native.ReadArray(
            (ref uint areas, UIntPtr size, out UIntPtr count) =>
                Native.portolan_corridor_areas(Handle, ref areas, size, out count));

        /// <summary>Their names; the world must not be disposed.</summary>
        public string[] ToNames() => Array.ConvertAll(ToAreas(), world.NodeName);

        /// <summary>The tiles of the path last found, ends included; two that are no neighbours are joined by a link,
        /// but over waypoints and at any angle by a straight segment between their middles. Returns how many there
        /// are.</summary>
        public int CopyTiles(Tile[] tiles)
        {
            if (tiles == null) throw new ArgumentNullException(nameof(tiles));
            return Native.Copied(
                Native.portolan_corridor_tiles(Handle, ref Native.First(tiles), (UIntPtr)tiles.Length,
                    out UIntPtr count), count);
        }

        /// <summary>The same in a new array.</summary>
        public Tile[] ToTiles() => Native.ReadArray(
            (ref Tile tiles, UIntPtr size, out UIntPtr count) =>
                Native.portolan_corridor_tiles(Handle, ref tiles, size, out count));

#if PORTOLAN_SPAN || UNITY_2021_2_OR_NEWER || NETSTANDARD2_1_OR_GREATER || NETCOREAPP2_1_OR_GREATER
        /// <summary>The areas on the way last found, those of the ends included; also where Status is Undecided.
        /// Returns how many there are.</summary>
        public int CopyAreas(Span<uint> areas) => Native.Copied(
            Native.portolan_corridor_areas(Handle, ref Native.First(areas), (UIntPtr)areas.Length,
                out UIntPtr count), count);

        /// <summary>The tiles of the path last found, ends included; two that are no neighbours are joined by a link,
        /// but over waypoints and at any angle by a straight segment between their middles. Returns how many there
        /// are.</summary>
        public int CopyTiles(Span<Tile> tiles) => Native.Copied(
            Native.portolan_corridor_tiles(Handle, ref Native.First(tiles), (UIntPtr)tiles.Length,
                out UIntPtr count), count);
#endif
    }

    // ---- Services: paths for many, so much work a tick ----

    /// <summary>Finds paths that were asked for in turn, so many expansions a tick, shared evenly by clients. One
    /// thread at a time; Submit, Tick and Poll make no garbage.</summary>
    public sealed class PathService : IDisposable
    {
        internal readonly ServiceHandle Handle;

        /// <summary>For a profile, numbered from 0. Takes a query for each snapshot and thread.</summary>
        public PathService(World world, int profile = 0, ServiceOptions options = default(ServiceOptions))
        {
            options.StructSize = Sized<ServiceOptions>.Size;
            Native.Check(Native.portolan_service_create(Native.Of(world), Native.Number(profile), ref options,
                                                        out Handle));
        }

        /// <summary>Gives the memory back, that of paths which were submitted included.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>From now on a view shows the world as the overlay shows it now; null: as the file has it. Requests
        /// that were submitted before are still answered of what was shown then. Found; or Busy, and nothing has
        /// changed: there are requests that wait for more snapshots than are kept.</summary>
        public Status Show(int view, Overlay overlay)
        {
            Status status;
            Native.Check(overlay == null
                ? Native.portolan_service_show(Handle, Native.Number(view), IntPtr.Zero, out status)
                : Native.portolan_service_show(Handle, Native.Number(view), overlay.Handle, out status));
            return status;
        }

        /// <summary>Of what a view shows: 0 for the file as it was at first, one more for each time that any view was
        /// shown something.</summary>
        public ulong Revision(int view)
        {
            Native.Check(Native.portolan_service_revision(Handle, Native.Number(view), out ulong revision));
            return revision;
        }

        /// <summary>Takes a request, which is what PathQuery.Find would be asked. Found, and `ticket` is its number,
        /// above those before; or Busy: all slots are taken. The memory of `path`, which has no room until then, comes
        /// back with the answer.</summary>
        public Status Submit(PathRequest request, FoundPath path, out ulong ticket,
                             ServiceTerms terms = default(ServiceTerms))
        {
            request.StructSize = Sized<PathRequest>.Size;
            terms.StructSize = Sized<ServiceTerms>.Size;
            Native.Check(Native.portolan_service_submit(Handle, ref request, ref terms, Native.Of(path),
                                                        out Status status, out ticket));
            return status;
        }

        /// <summary>The same for what the path costs alone.</summary>
        public Status SubmitCost(PathRequest request, out ulong ticket, ServiceTerms terms = default(ServiceTerms))
        {
            request.StructSize = Sized<PathRequest>.Size;
            terms.StructSize = Sized<ServiceTerms>.Size;
            Native.Check(Native.portolan_service_submit(Handle, ref request, ref terms, IntPtr.Zero, out Status status,
                                                        out ticket));
            return status;
        }

        /// <summary>Works on what waits, so many expansions; what a tick does not use is kept while something
        /// waits.</summary>
        public ServiceReport Tick(ulong expansions)
        {
            var report = new ServiceReport { StructSize = Sized<ServiceReport>.Size };
            Native.Check(Native.portolan_service_tick(Handle, expansions, ref report));
            return report;
        }

        /// <summary>The tickets that the last tick has answered, in order. Returns how many there are.</summary>
        public int CopyAnswered(ulong[] tickets)
        {
            if (tickets == null) throw new ArgumentNullException(nameof(tickets));
            return Native.Copied(
                Native.portolan_service_answered(Handle, ref Native.First(tickets), (UIntPtr)tickets.Length,
                    out UIntPtr count), count);
        }

        /// <summary>The same in a new array.</summary>
        public ulong[] ToAnswered() => Native.ReadArray(
            (ref ulong tickets, UIntPtr size, out UIntPtr count) =>
                Native.portolan_service_answered(Handle, ref tickets, size, out count));

#if PORTOLAN_SPAN || UNITY_2021_2_OR_NEWER || NETSTANDARD2_1_OR_GREATER || NETCOREAPP2_1_OR_GREATER
        /// <summary>The tickets that the last tick has answered, in order. Returns how many there are.</summary>
        public int CopyAnswered(Span<ulong> tickets) => Native.Copied(
            Native.portolan_service_answered(Handle, ref Native.First(tickets), (UIntPtr)tickets.Length,
                out UIntPtr count), count);
#endif

        /// <summary>Takes an answer, if there is one: Answered, and the ticket is Unknown from then on; else `result`
        /// and `served` say nothing. The path that was found takes the place of what `path` was, with the memory that
        /// was submitted; any FoundPath of the world will do.</summary>
        public TicketState Poll(ulong ticket, FoundPath path, out PathResult result, out Served served)
        {
            result = new PathResult { StructSize = Sized<PathResult>.Size };
            served = new Served { StructSize = Sized<Served>.Size };
            Native.Check(Native.portolan_service_poll(Handle, ticket, Native.Of(path), out TicketState state,
                                                      ref result, ref served));
            return state;
        }

        /// <summary>The same, however it was served.</summary>
        public TicketState Poll(ulong ticket, FoundPath path, out PathResult result) =>
            Poll(ticket, path, out result, out Served served);

        /// <summary>The same of what the path costs alone; memory that was submitted goes back to the
        /// system.</summary>
        public TicketState PollCost(ulong ticket, out PathResult result, out Served served)
        {
            result = new PathResult { StructSize = Sized<PathResult>.Size };
            served = new Served { StructSize = Sized<Served>.Size };
            Native.Check(Native.portolan_service_poll(Handle, ticket, IntPtr.Zero, out TicketState state, ref result,
                                                      ref served));
            return state;
        }

        /// <summary>Forgets a request or its answer. Returns where it stood. The memory that came with it goes to
        /// `path`.</summary>
        public TicketState Cancel(ulong ticket, FoundPath path)
        {
            Native.Check(Native.portolan_service_cancel(Handle, ticket, Native.Of(path), out TicketState state));
            return state;
        }

        /// <summary>The same; memory that came with the request goes back to the system.</summary>
        public TicketState Cancel(ulong ticket)
        {
            Native.Check(Native.portolan_service_cancel(Handle, ticket, IntPtr.Zero, out TicketState state));
            return state;
        }

        /// <summary>The revision of what each snapshot shows, or was last to show: as many as views and old
        /// snapshots.</summary>
        public ulong[] ToSnapshots() => Native.ReadArray(
            (ref ulong revisions, UIntPtr size, out UIntPtr count) =>
                Native.portolan_service_snapshots(Handle, ref revisions, size, out count));

        /// <summary>All that decides what the service does next, as bytes.</summary>
        public byte[] ToBytes() => Native.ReadArray(
            (ref byte bytes, UIntPtr size, out UIntPtr count) =>
                Native.portolan_service_bytes(Handle, ref bytes, size, out count));

        /// <summary>Tells states apart.</summary>
        public ulong Hash()
        {
            Native.Check(Native.portolan_service_hash(Handle, out ulong hash));
            return hash;
        }

        /// <summary>Goes on from the bytes of a service of the same world file, profile and options, and any number of
        /// threads; they may come from anybody. overlays[i] is what the i-th snapshot showed when they were written
        /// (null: the file), with the same edits, refreshed as far. All tickets given out before are lost. After an
        /// exception the service is as before; with the codes Memory and Limit as when it was made.</summary>
        public void Read(byte[] bytes, Overlay[] overlays)
        {
            if (bytes == null) throw new ArgumentNullException(nameof(bytes));
            if (overlays == null) throw new ArgumentNullException(nameof(overlays));
            using (var lent = new LentOverlays(overlays))
            {
                Native.Check(Native.portolan_service_read(Handle, bytes, (UIntPtr)bytes.Length, lent.Pointers,
                                                          (UIntPtr)overlays.Length));
            }
        }
    }

    /// <summary>Overlays that are not given back for the length of a call.</summary>
    internal sealed class LentOverlays : IDisposable
    {
        internal readonly IntPtr[] Pointers;
        private readonly List<OverlayHandle> lent = new List<OverlayHandle>();

        internal LentOverlays(Overlay[] overlays)
        {
            Pointers = new IntPtr[overlays.Length];
            try
            {
                for (int i = 0; i < overlays.Length; ++i)
                {
                    if (overlays[i] != null) Pointers[i] = Lend(overlays[i].Handle);
                }
            }
            catch
            {
                Dispose();
                throw;
            }
        }

        public void Dispose()
        {
            foreach (OverlayHandle handle in lent) handle.DangerousRelease();
            lent.Clear();
        }

        private IntPtr Lend(OverlayHandle handle)
        {
            bool added = false;
            handle.DangerousAddRef(ref added);
            lent.Add(handle);
            return handle.DangerousGetHandle();
        }
    }

    // ---- Crowds: many units that walk to their goals together, tick by tick, and never stand in each other ----

    /// <summary>Units numbered by the crowd, which walk to where they are ordered. One thread at a time; all but what
    /// is named To make no garbage.</summary>
    public sealed class Crowd : IDisposable
    {
        internal readonly CrowdHandle Handle;

        /// <summary>For units of a profile of the grid metric, numbered from 0, on a map without moves.</summary>
        public Crowd(World world, CrowdOptions options, int profile = 0) : this(world, options, new[] { profile })
        {
        }

        /// <summary>For units of several such profiles, at most 255. Throws with the code Unsupported at any angle, for
        /// a turning radius, and on a map with moves.</summary>
        public Crowd(World world, CrowdOptions options, int[] profiles)
        {
            if (profiles == null) throw new ArgumentNullException(nameof(profiles));
            options.StructSize = Sized<CrowdOptions>.Size;
            uint[] numbers = Array.ConvertAll(profiles, Native.Number);
            Native.Check(Native.portolan_crowd_create(Native.Of(world), ref Native.First(numbers),
                                                      (UIntPtr)numbers.Length, ref options, out Handle));
        }

        /// <summary>Gives the memory back.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>From now on units walk the world as the overlay shows it now; null: as the file has it.</summary>
        public void Use(Overlay overlay) => Native.Check(
            overlay == null ? Native.portolan_crowd_use(Handle, IntPtr.Zero)
                            : Native.portolan_crowd_use(Handle, overlay.Handle));

        /// <summary>Adds a unit, whose number is `unit`, or Library.NoUnit. Found; BadStart: outside, or blocked by
        /// terrain or another unit; or OutOfBudget: the crowd is full.</summary>
        public Answer Add(UnitSpec spec, out uint unit)
        {
            spec.StructSize = Sized<UnitSpec>.Size;
            var answer = new Answer { StructSize = Sized<Answer>.Size };
            Native.Check(Native.portolan_crowd_add(Handle, ref spec, out unit, ref answer));
            return answer;
        }

        /// <summary>Takes a unit away; its number is given again.</summary>
        public void Remove(uint unit) => Native.Check(Native.portolan_crowd_remove(Handle, unit));

        /// <summary>Sends a unit to a tile. Found; or BadGoal or Unreachable, and nothing has changed.</summary>
        public Answer Order(uint unit, Tile goal, Avoidance avoidance = Avoidance.Cooperate)
        {
            var answer = new Answer { StructSize = Sized<Answer>.Size };
            Native.Check(Native.portolan_crowd_order(Handle, unit, goal, avoidance, ref answer));
            return answer;
        }

        /// <summary>From its next move on a unit takes ticks / tiles ticks over a tile at terrain cost 1, both 1 to
        /// 4096; `ticks` of 0: each step takes one tick.</summary>
        public void SetPace(uint unit, uint ticks, uint tiles) =>
            Native.Check(Native.portolan_crowd_set_pace(Handle, unit, ticks, tiles));

        /// <summary>Has a unit stand fast until it is ordered elsewhere.</summary>
        public void Hold(uint unit) => Native.Check(Native.portolan_crowd_hold(Handle, unit));

        /// <summary>Lets a tick pass.</summary>
        public CrowdReport Tick()
        {
            var report = new CrowdReport { StructSize = Sized<CrowdReport>.Size };
            Native.Check(Native.portolan_crowd_tick(Handle, ref report));
            return report;
        }

        /// <summary>A unit as it is between two ticks.</summary>
        public CrowdUnit Unit(uint unit)
        {
            var data = new CrowdUnit { StructSize = Sized<CrowdUnit>.Size };
            Native.Check(Native.portolan_crowd_unit(Handle, unit, ref data));
            return data;
        }

        /// <summary>Moves that have begun in the last tick, by unit, until the next call that changes the crowd.
        /// Returns how many there are.</summary>
        public int CopyStarted(UnitMove[] moves)
        {
            if (moves == null) throw new ArgumentNullException(nameof(moves));
            return Native.Copied(
                Native.portolan_crowd_started(Handle, ref Native.First(moves), (UIntPtr)moves.Length,
                    out UIntPtr count), count);
        }

        /// <summary>The same in a new array.</summary>
        public UnitMove[] ToStarted() => Native.ReadArray(
            (ref UnitMove moves, UIntPtr size, out UIntPtr count) =>
                Native.portolan_crowd_started(Handle, ref moves, size, out count));

        /// <summary>Moves that were over in the last tick, by unit. Returns how many there are.</summary>
        public int CopyEnded(UnitMove[] moves)
        {
            if (moves == null) throw new ArgumentNullException(nameof(moves));
            return Native.Copied(
                Native.portolan_crowd_ended(Handle, ref Native.First(moves), (UIntPtr)moves.Length,
                    out UIntPtr count), count);
        }

        /// <summary>The same in a new array.</summary>
        public UnitMove[] ToEnded() => Native.ReadArray(
            (ref UnitMove moves, UIntPtr size, out UIntPtr count) =>
                Native.portolan_crowd_ended(Handle, ref moves, size, out count));

        /// <summary>Units that came in the last tick to the goals they were ordered to, ascending. Returns how many
        /// there are.</summary>
        public int CopyArrived(uint[] units)
        {
            if (units == null) throw new ArgumentNullException(nameof(units));
            return Native.Copied(
                Native.portolan_crowd_arrived(Handle, ref Native.First(units), (UIntPtr)units.Length,
                    out UIntPtr count), count);
        }

        /// <summary>The same in a new array.</summary>
        public uint[] ToArrived() => Native.ReadArray(
            (ref uint units, UIntPtr size, out UIntPtr count) =>
                Native.portolan_crowd_arrived(Handle, ref units, size, out count));

        /// <summary>Units that became stuck in the last tick, in the order of their decisions. Returns how many there
        /// are.</summary>
        public int CopyStuck(uint[] units)
        {
            if (units == null) throw new ArgumentNullException(nameof(units));
            return Native.Copied(
                Native.portolan_crowd_stuck(Handle, ref Native.First(units), (UIntPtr)units.Length,
                    out UIntPtr count), count);
        }

        /// <summary>The same in a new array.</summary>
        public uint[] ToStuck() => Native.ReadArray(
            (ref uint units, UIntPtr size, out UIntPtr count) =>
                Native.portolan_crowd_stuck(Handle, ref units, size, out count));

        /// <summary>Up to 8 others on the next tiles of a unit that became stuck, by its place in that list. Returns
        /// how many there are.</summary>
        public int CopyBlockers(int stuck, uint[] units)
        {
            if (units == null) throw new ArgumentNullException(nameof(units));
            return Native.Copied(
                Native.portolan_crowd_blockers(Handle, Native.Place(stuck), ref Native.First(units),
                    (UIntPtr)units.Length, out UIntPtr count), count);
        }

        /// <summary>The same in a new array.</summary>
        public uint[] ToBlockers(int stuck) => Native.ReadArray(
            (ref uint units, UIntPtr size, out UIntPtr count) =>
                Native.portolan_crowd_blockers(Handle, Native.Place(stuck), ref units, size, out count));

#if PORTOLAN_SPAN || UNITY_2021_2_OR_NEWER || NETSTANDARD2_1_OR_GREATER || NETCOREAPP2_1_OR_GREATER
        /// <summary>Moves that have begun in the last tick, by unit, until the next call that changes the crowd.
        /// Returns how many there are.</summary>
        public int CopyStarted(Span<UnitMove> moves) => Native.Copied(
            Native.portolan_crowd_started(Handle, ref Native.First(moves), (UIntPtr)moves.Length,
                out UIntPtr count), count);

        /// <summary>Moves that were over in the last tick, by unit. Returns how many there are.</summary>
        public int CopyEnded(Span<UnitMove> moves) => Native.Copied(
            Native.portolan_crowd_ended(Handle, ref Native.First(moves), (UIntPtr)moves.Length,
                out UIntPtr count), count);

        /// <summary>Units that came in the last tick to the goals they were ordered to, ascending. Returns how many
        /// there are.</summary>
        public int CopyArrived(Span<uint> units) => Native.Copied(
            Native.portolan_crowd_arrived(Handle, ref Native.First(units), (UIntPtr)units.Length,
                out UIntPtr count), count);

        /// <summary>Units that became stuck in the last tick, in the order of their decisions. Returns how many there
        /// are.</summary>
        public int CopyStuck(Span<uint> units) => Native.Copied(
            Native.portolan_crowd_stuck(Handle, ref Native.First(units), (UIntPtr)units.Length,
                out UIntPtr count), count);

        /// <summary>Up to 8 others on the next tiles of a unit that became stuck, by its place in that list. Returns
        /// how many there are.</summary>
        public int CopyBlockers(int stuck, Span<uint> units) => Native.Copied(
            Native.portolan_crowd_blockers(Handle, Native.Place(stuck), ref Native.First(units), (UIntPtr)units.Length,
                out UIntPtr count), count);
#endif

        /// <summary>All that decides what units do next, as bytes.</summary>
        public byte[] ToBytes() => Native.ReadArray(
            (ref byte bytes, UIntPtr size, out UIntPtr count) =>
                Native.portolan_crowd_bytes(Handle, ref bytes, size, out count));

        /// <summary>Tells states apart.</summary>
        public ulong Hash()
        {
            Native.Check(Native.portolan_crowd_hash(Handle, out ulong hash));
            return hash;
        }

        /// <summary>Goes on from the bytes of a crowd of the same world file, profiles and options but for
        /// DistanceTiles; they may come from anybody. `overlay` is the one that was in use when they were written, or
        /// one with the same edits; null if none was. After an exception the crowd is as before; with the codes Memory
        /// and Limit as before, but on the file.</summary>
        public void Read(byte[] bytes, Overlay overlay)
        {
            if (bytes == null) throw new ArgumentNullException(nameof(bytes));
            Native.Check(overlay == null
                ? Native.portolan_crowd_read(Handle, bytes, (UIntPtr)bytes.Length, IntPtr.Zero)
                : Native.portolan_crowd_read(Handle, bytes, (UIntPtr)bytes.Length, overlay.Handle));
        }
    }

    // ---- Repairs ----

    /// <summary>Takes a blocked unit back to its path, near where it stands, in the grid metric. One thread at a time;
    /// makes no garbage.</summary>
    public sealed class PathRepair : IDisposable
    {
        internal readonly RepairHandle Handle;

        /// <summary>For a profile, numbered from 0.</summary>
        public PathRepair(World world, int profile = 0)
        {
            Native.Check(Native.portolan_repair_create(Native.Of(world), Native.Number(profile), out Handle));
        }

        /// <summary>Gives the memory back.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>From now on repairs on the world as the overlay shows it now; null: as the file has it.</summary>
        public void Use(Overlay overlay) => Native.Check(
            overlay == null ? Native.portolan_repair_use(Handle, IntPtr.Zero)
                            : Native.portolan_repair_use(Handle, overlay.Handle));

        /// <summary>Puts the cheapest way inside the 60x60 tiles around a unit to any later tile of its path, and what
        /// is left of that, in the place of the path; unless Found, the path is as it was. `from` is where it stands;
        /// `ahead` the leg that was made last, from there to its end, or none if it has walked all legs that were made;
        /// `blocked` are closed now as if they were walls: other units, not itself. With a query, `far`, which must use
        /// the same overlay, a path to the old one's end where the window has no way back: a repair that fails then
        /// leaves the path found, or none. `maxExpansions` of 0: no limit.</summary>
        public RepairResult Repair(FoundPath path, Tile from, ArraySegment<Tile> ahead = default(ArraySegment<Tile>),
                                   ArraySegment<Tile> blocked = default(ArraySegment<Tile>), PathQuery far = null,
                                   ulong maxExpansions = 0)
        {
            var result = new RepairResult { StructSize = Sized<RepairResult>.Size };
            using (var leg = new Pinned<Tile>(ahead))
            using (var walls = new Pinned<Tile>(blocked))
            {
                var request = new RepairRequest
                {
                    StructSize = Sized<RepairRequest>.Size,
                    From = from,
                    Ahead = leg.First,
                    AheadCount = (UIntPtr)ahead.Count,
                    Blocked = walls.First,
                    BlockedCount = (UIntPtr)blocked.Count,
                    MaxExpansions = maxExpansions
                };
                Native.Check(far == null
                    ? Native.portolan_repair_path(Handle, ref request, Native.Of(path), ref result)
                    : Native.portolan_repair_path_far(Handle, ref request, Native.Of(far), Native.Of(path),
                                                      ref result));
            }
            return result;
        }

        /// <summary>What is left of a path costs from where its legs have led to; with edits, what it did.</summary>
        public Answer CostToGo(FoundPath path)
        {
            var answer = new Answer { StructSize = Sized<Answer>.Size };
            Native.Check(Native.portolan_repair_cost_to_go(Handle, Native.Of(path), ref answer));
            return answer;
        }
    }

    /// <summary>A part of an array that stays where it is until it is disposed.</summary>
    internal struct Pinned<T> : IDisposable where T : struct
    {
        internal readonly IntPtr First;
        private GCHandle handle;

        internal Pinned(ArraySegment<T> part)
        {
            handle = default(GCHandle);
            First = IntPtr.Zero;
            if (part.Count == 0) return;
            handle = GCHandle.Alloc(part.Array, GCHandleType.Pinned);
            First = Marshal.UnsafeAddrOfPinnedArrayElement(part.Array, part.Offset);
        }

        public void Dispose()
        {
            if (handle.IsAllocated) handle.Free();
        }
    }

    // ---- Formations: units of a crowd that march together and keep their shape ----

    /// <summary>Knows the ground for formations of one profile, of the grid metric, without headings, on a map without
    /// moves. Formations that use it keep it.</summary>
    public sealed class FormationGuide : IDisposable
    {
        internal readonly FormationGuideHandle Handle;

        /// <summary>For a profile, numbered from 0.</summary>
        public FormationGuide(World world, int profile = 0) : this(world, profile, 0, 0, 0, 0)
        {
        }

        /// <summary>The same with a profile whose footprint is as wide as formations are, whose way is taken where it
        /// costs no more than so many times that of the units, numbers from 1 to 65535; both 0: 6 / 5.</summary>
        public FormationGuide(World world, int profile, int wideProfile, uint detourNumerator = 0,
                              uint detourDenominator = 0)
            : this(world, profile, 1, Native.Number(wideProfile), detourNumerator, detourDenominator)
        {
        }

        private FormationGuide(World world, int profile, byte hasWide, uint wide, uint numerator, uint denominator)
        {
            var options = new FormationGuideOptions
            {
                StructSize = Sized<FormationGuideOptions>.Size,
                HasWideProfile = hasWide,
                WideProfile = wide,
                DetourNumerator = numerator,
                DetourDenominator = denominator
            };
            Native.Check(Native.portolan_formation_guide_create(Native.Of(world), Native.Number(profile), ref options,
                                                                out Handle));
        }

        /// <summary>Gives the memory back, as far as no formation uses it.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>The overlay that the crowd uses, as it is now; null: as the file has it.</summary>
        public void Use(Overlay overlay) => Native.Check(
            overlay == null ? Native.portolan_formation_guide_use(Handle, IntPtr.Zero)
                            : Native.portolan_formation_guide_use(Handle, overlay.Handle));
    }

    /// <summary>Some units of a crowd. One thread at a time.</summary>
    public sealed class Formation : IDisposable
    {
        internal readonly FormationHandle Handle;

        /// <summary>Without members.</summary>
        public Formation(FormationGuide guide, FormationOptions options = default(FormationOptions))
        {
            options.StructSize = Sized<FormationOptions>.Size;
            if (guide == null) throw new ArgumentNullException(nameof(guide));
            Native.Check(Native.portolan_formation_create(guide.Handle, ref options, out Handle));
        }

        /// <summary>Gives the memory back.</summary>
        public void Dispose() => Handle.Dispose();

        /// <summary>From now on it is of these units, of the guide's profile, in this shape.</summary>
        public void Form(Crowd crowd, uint[] units, Shape shape)
        {
            if (units == null) throw new ArgumentNullException(nameof(units));
            using (var slots = Slots(shape))
            {
                NativeShape native = Of(shape, slots.First);
                Native.Check(Native.portolan_formation_form(Handle, Of(crowd), ref Native.First(units),
                                                            (UIntPtr)units.Length, ref native));
            }
        }

        /// <summary>Another shape for the same units, from the next order on.</summary>
        public void Reshape(Crowd crowd, Shape shape)
        {
            using (var slots = Slots(shape))
            {
                NativeShape native = Of(shape, slots.First);
                Native.Check(Native.portolan_formation_reshape(Handle, Of(crowd), ref native));
            }
        }

        /// <summary>Sends all off, to stand at the goal in that heading; Any: that in which they come. Found, with the
        /// cost of the leader's way; BadStart; BadGoal (NoRoom: fewer can stand near it); or Unreachable, and nothing
        /// has changed then.</summary>
        public Answer Order(Crowd crowd, Tile goal, Heading heading = Heading.Any)
        {
            var answer = new Answer { StructSize = Sized<Answer>.Size };
            Native.Check(Native.portolan_formation_order(Handle, Of(crowd), goal, heading, ref answer));
            return answer;
        }

        /// <summary>Before each tick of the crowd. Makes no garbage.</summary>
        public FormationReport Advance(Crowd crowd)
        {
            var report = new FormationReport { StructSize = Sized<FormationReport>.Size };
            Native.Check(Native.portolan_formation_advance(Handle, Of(crowd), ref report));
            return report;
        }

        /// <summary>From the front rank to the last. Returns how many there are.</summary>
        public int CopyMembers(FormationMember[] members)
        {
            if (members == null) throw new ArgumentNullException(nameof(members));
            return Native.Copied(Native.portolan_formation_members(Handle, ref Native.First(members),
                (UIntPtr)members.Length, out UIntPtr count), count);
        }

        /// <summary>The same in a new array.</summary>
        public FormationMember[] ToMembers() => Native.ReadArray(
            (ref FormationMember members, UIntPtr size, out UIntPtr count) =>
                Native.portolan_formation_members(Handle, ref members, size, out count));

#if PORTOLAN_SPAN || UNITY_2021_2_OR_NEWER || NETSTANDARD2_1_OR_GREATER || NETCOREAPP2_1_OR_GREATER
        /// <summary>From the front rank to the last. Returns how many there are.</summary>
        public int CopyMembers(Span<FormationMember> members) => Native.Copied(
            Native.portolan_formation_members(Handle, ref Native.First(members), (UIntPtr)members.Length,
                                              out UIntPtr count), count);
#endif

        /// <summary>Lets a unit go, before the crowd gives its number to another one.</summary>
        public void Remove(Crowd crowd, uint unit) =>
            Native.Check(Native.portolan_formation_remove(Handle, Of(crowd), unit));

        /// <summary>Lets all go.</summary>
        public void Disband(Crowd crowd) => Native.Check(Native.portolan_formation_disband(Handle, Of(crowd)));

        /// <summary>All that decides what it does next, as bytes.</summary>
        public byte[] ToBytes() => Native.ReadArray(
            (ref byte bytes, UIntPtr size, out UIntPtr count) =>
                Native.portolan_formation_bytes(Handle, ref bytes, size, out count));

        /// <summary>Goes on from the bytes of a formation of the same world file and profile, once its crowd has been
        /// read; they may come from anybody. After an exception it is as before.</summary>
        public void Read(Crowd crowd, byte[] bytes)
        {
            if (bytes == null) throw new ArgumentNullException(nameof(bytes));
            Native.Check(Native.portolan_formation_read(Handle, Of(crowd), bytes, (UIntPtr)bytes.Length));
        }

        private static CrowdHandle Of(Crowd crowd)
        {
            if (crowd == null) throw new ArgumentNullException(nameof(crowd));
            return crowd.Handle;
        }

        private static Pinned<Slot> Slots(Shape shape)
        {
            if (shape == null || (shape.Kind == ShapeKind.Free && shape.Slots == null))
            {
                throw new ArgumentNullException(nameof(shape));
            }
            return new Pinned<Slot>(shape.Kind == ShapeKind.Free ? new ArraySegment<Slot>(shape.Slots)
                                                                 : default(ArraySegment<Slot>));
        }

        private static NativeShape Of(Shape shape, IntPtr slots)
        {
            int count = shape.Kind == ShapeKind.Free ? shape.Slots.Length : shape.Count;
            return new NativeShape
            {
                StructSize = Sized<NativeShape>.Size,
                Kind = shape.Kind,
                Count = Native.Number(count),
                Files = Native.Number(shape.Files),
                Spacing = Native.Number(shape.Spacing),
                Slots = slots
            };
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

    internal sealed class SmootherHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private SmootherHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_smoother_destroy(ref handle) == 0;
    }

    internal sealed class ArenaHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private ArenaHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_arena_destroy(ref handle) == 0;
    }

    internal sealed class GoalFieldHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private GoalFieldHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_goal_field_destroy(ref handle) == 0;
    }

    internal sealed class CorridorHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private CorridorHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_corridor_destroy(ref handle) == 0;
    }

    internal sealed class ServiceHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private ServiceHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_service_destroy(ref handle) == 0;
    }

    internal sealed class CrowdHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private CrowdHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_crowd_destroy(ref handle) == 0;
    }

    internal sealed class RepairHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private RepairHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_repair_destroy(ref handle) == 0;
    }

    internal sealed class FormationGuideHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private FormationGuideHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_formation_guide_destroy(ref handle) == 0;
    }

    internal sealed class FormationHandle : SafeHandleZeroOrMinusOneIsInvalid
    {
        private FormationHandle() : base(true)
        {
        }

        protected override bool ReleaseHandle() => Native.portolan_formation_destroy(ref handle) == 0;
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

        /// <summary>The same as a size.</summary>
        internal static UIntPtr Place(int number) => (UIntPtr)Number(number);

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

        internal static WalkerHandle Of(LegWalker walker)
        {
            if (walker == null) throw new ArgumentNullException(nameof(walker));
            return walker.Handle;
        }

        internal static ArenaHandle Of(DistanceArena arena)
        {
            if (arena == null) throw new ArgumentNullException(nameof(arena));
            return arena.Handle;
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
        internal static extern int portolan_smoother_create(WorldHandle world, uint profile,
                                                            out SmootherHandle smoother);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_smoother_destroy(ref IntPtr smoother);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_smoother_use(SmootherHandle smoother, OverlayHandle overlay);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_smoother_use(SmootherHandle smoother, IntPtr none);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_smoother_add_leg(SmootherHandle smoother, WalkerHandle walker);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_smoother_add_points(SmootherHandle smoother, PathHandle path);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_smoother_finish(SmootherHandle smoother, ref Smoothing how,
                                                            ref SmoothPath result);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_smoother_points(SmootherHandle smoother, ref Point points, UIntPtr capacity,
                                                            out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_smoother_segments(SmootherHandle smoother, ref SegmentKind segments,
                                                              UIntPtr capacity, out UIntPtr count);

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
        internal static extern int portolan_arena_create(UIntPtr tiles, out ArenaHandle arena);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_arena_destroy(ref IntPtr arena);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_field_create(WorldHandle world, uint profile, ArenaHandle arena,
                                                              out GoalFieldHandle field);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_field_destroy(ref IntPtr field);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_field_use(GoalFieldHandle field, OverlayHandle overlay);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_field_use(GoalFieldHandle field, IntPtr none);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_field_aim(GoalFieldHandle field, Tile goal, EndRule ends,
                                                           out Tile taken, ref Answer answer);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_field_cost(GoalFieldHandle field, Tile from, ulong maxExpansions,
                                                            ref Answer answer);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_field_costs(GoalFieldHandle field, ref Tile from, UIntPtr count,
                                                             ulong maxExpansions, ref BatchAnswer answers);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_field_next(GoalFieldHandle field, Tile from, ulong maxExpansions,
                                                            ref NextStep step);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_field_random_next(GoalFieldHandle field, ref RandomStepRequest request,
                                                                   ref NextStep step);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_goal_field_bound(GoalFieldHandle field, Tile from, out ulong cost,
                                                             out BoundSource source);

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

        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_corridor_create(WorldHandle world, uint profile,
                                                            out CorridorHandle corridor);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_corridor_destroy(ref IntPtr corridor);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_corridor_close(CorridorHandle corridor, ref uint areas, UIntPtr areaCount,
                                                           ref Border borders, UIntPtr borderCount);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_corridor_use(CorridorHandle corridor, OverlayHandle overlay);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_corridor_use(CorridorHandle corridor, IntPtr none);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_corridor_find(CorridorHandle corridor, ref CorridorRequest request,
                                                          ref CorridorResult result);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_corridor_areas(CorridorHandle corridor, ref uint areas, UIntPtr capacity,
                                                           out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_corridor_tiles(CorridorHandle corridor, ref Tile tiles, UIntPtr capacity,
                                                           out UIntPtr count);

        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_service_create(WorldHandle world, uint profile, ref ServiceOptions options,
                                                           out ServiceHandle service);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_service_destroy(ref IntPtr service);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_service_show(ServiceHandle service, ulong view, OverlayHandle overlay,
                                                         out Status status);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_service_show(ServiceHandle service, ulong view, IntPtr none,
                                                         out Status status);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_service_revision(ServiceHandle service, ulong view, out ulong revision);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_service_submit(ServiceHandle service, ref PathRequest request,
                                                           ref ServiceTerms terms, PathHandle path, out Status status,
                                                           out ulong ticket);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_service_submit(ServiceHandle service, ref PathRequest request,
                                                           ref ServiceTerms terms, IntPtr none, out Status status,
                                                           out ulong ticket);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_service_tick(ServiceHandle service, ulong expansions,
                                                         ref ServiceReport report);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_service_answered(ServiceHandle service, ref ulong tickets, UIntPtr capacity,
                                                             out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_service_poll(ServiceHandle service, ulong ticket, PathHandle path,
                                                         out TicketState state, ref PathResult result,
                                                         ref Served served);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_service_poll(ServiceHandle service, ulong ticket, IntPtr none,
                                                         out TicketState state, ref PathResult result,
                                                         ref Served served);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_service_cancel(ServiceHandle service, ulong ticket, PathHandle path,
                                                           out TicketState state);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_service_cancel(ServiceHandle service, ulong ticket, IntPtr none,
                                                           out TicketState state);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_service_snapshots(ServiceHandle service, ref ulong revisions,
                                                              UIntPtr capacity, out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_service_bytes(ServiceHandle service, ref byte bytes, UIntPtr capacity,
                                                          out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_service_hash(ServiceHandle service, out ulong hash);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_service_read(ServiceHandle service, byte[] bytes, UIntPtr count,
                                                         IntPtr[] overlays, UIntPtr overlayCount);

        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_create(WorldHandle world, ref uint profiles, UIntPtr count,
                                                         ref CrowdOptions options, out CrowdHandle crowd);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_destroy(ref IntPtr crowd);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_use(CrowdHandle crowd, OverlayHandle overlay);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_use(CrowdHandle crowd, IntPtr none);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_add(CrowdHandle crowd, ref UnitSpec spec, out uint unit,
                                                      ref Answer answer);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_remove(CrowdHandle crowd, uint unit);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_order(CrowdHandle crowd, uint unit, Tile goal, Avoidance avoidance,
                                                        ref Answer answer);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_set_pace(CrowdHandle crowd, uint unit, uint ticks, uint tiles);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_hold(CrowdHandle crowd, uint unit);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_tick(CrowdHandle crowd, ref CrowdReport report);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_unit(CrowdHandle crowd, uint unit, ref CrowdUnit data);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_started(CrowdHandle crowd, ref UnitMove moves, UIntPtr capacity,
                                                          out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_ended(CrowdHandle crowd, ref UnitMove moves, UIntPtr capacity,
                                                        out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_arrived(CrowdHandle crowd, ref uint units, UIntPtr capacity,
                                                          out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_stuck(CrowdHandle crowd, ref uint units, UIntPtr capacity,
                                                        out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_blockers(CrowdHandle crowd, UIntPtr stuck, ref uint units,
                                                           UIntPtr capacity, out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_bytes(CrowdHandle crowd, ref byte bytes, UIntPtr capacity,
                                                        out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_hash(CrowdHandle crowd, out ulong hash);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_read(CrowdHandle crowd, byte[] bytes, UIntPtr count,
                                                       OverlayHandle overlay);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_crowd_read(CrowdHandle crowd, byte[] bytes, UIntPtr count, IntPtr none);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_repair_create(WorldHandle world, uint profile, out RepairHandle repair);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_repair_destroy(ref IntPtr repair);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_repair_use(RepairHandle repair, OverlayHandle overlay);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_repair_use(RepairHandle repair, IntPtr none);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_repair_path(RepairHandle repair, ref RepairRequest request, PathHandle path,
                                                        ref RepairResult result);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_repair_path_far(RepairHandle repair, ref RepairRequest request,
                                                            QueryHandle far, PathHandle path, ref RepairResult result);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_repair_cost_to_go(RepairHandle repair, PathHandle path, ref Answer answer);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_formation_guide_create(WorldHandle world, uint profile,
                                                                   ref FormationGuideOptions options,
                                                                   out FormationGuideHandle guide);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_formation_guide_destroy(ref IntPtr guide);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_formation_guide_use(FormationGuideHandle guide, OverlayHandle overlay);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_formation_guide_use(FormationGuideHandle guide, IntPtr none);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_formation_create(FormationGuideHandle guide, ref FormationOptions options,
                                                             out FormationHandle formation);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_formation_destroy(ref IntPtr formation);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_formation_form(FormationHandle formation, CrowdHandle crowd, ref uint units,
                                                           UIntPtr count, ref NativeShape shape);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_formation_reshape(FormationHandle formation, CrowdHandle crowd,
                                                              ref NativeShape shape);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_formation_order(FormationHandle formation, CrowdHandle crowd, Tile goal,
                                                            Heading heading, ref Answer answer);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_formation_advance(FormationHandle formation, CrowdHandle crowd,
                                                              ref FormationReport report);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_formation_members(FormationHandle formation, ref FormationMember members,
                                                              UIntPtr capacity, out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_formation_remove(FormationHandle formation, CrowdHandle crowd, uint unit);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_formation_disband(FormationHandle formation, CrowdHandle crowd);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_formation_bytes(FormationHandle formation, ref byte bytes, UIntPtr capacity,
                                                            out UIntPtr count);
        [DllImport(Runtime, CallingConvention = CallingConvention.Cdecl)]
        internal static extern int portolan_formation_read(FormationHandle formation, CrowdHandle crowd, byte[] bytes,
                                                           UIntPtr size);

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
