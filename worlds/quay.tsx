<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" tiledversion="1.8.2" name="quay" tilewidth="16" tileheight="16" tilecount="8" columns="8">
 <image source="quay.tiles.png" width="128" height="16"/>
 <tile id="0">
  <properties>
   <property name="terrain" value="grass"/>
  </properties>
 </tile>
 <tile id="1">
  <properties>
   <property name="cost" type="float" value="1.5"/>
   <property name="terrain" value="sand"/>
  </properties>
 </tile>
 <tile id="2">
  <properties>
   <property name="cost" type="float" value="0.8"/>
   <property name="terrain" value="road"/>
  </properties>
 </tile>
 <tile id="3">
  <properties>
   <property name="cost" value="-"/>
   <property name="terrain" value="water"/>
  </properties>
 </tile>
 <tile id="4">
  <properties>
   <property name="cost" type="float" value="4"/>
   <property name="terrain" value="trees"/>
  </properties>
 </tile>
 <tile id="6">
  <properties>
   <property name="terrain" value="bridge"/>
  </properties>
 </tile>
</tileset>
