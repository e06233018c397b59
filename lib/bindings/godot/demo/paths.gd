# Click, and a line leads from the corner of the harbour to the tile below the pointer, or to the nearest that can be
# reached.
extends Node2D

const TILE := 4.0
var paths := PortolanPaths.new()

func _ready() -> void:
	if not paths.open("res://harbour.pnav"):
		push_error(paths.message())

func _unhandled_input(event: InputEvent) -> void:
	if not (event is InputEventMouseButton and event.pressed):
		return
	var goal := Vector2i((event.position / TILE).floor())
	$Line.clear_points()
	for tile in paths.find(Vector2i(2, 2), goal):
		$Line.add_point((Vector2(tile) + Vector2(0.5, 0.5)) * TILE)
	print("%s, %.1f tiles" % [paths.status(), paths.length()])
