#!/bin/bash
# The container of PostgreSQL runs it once, on an empty volume.
set -euo pipefail
psql --set ON_ERROR_STOP=1 --set owner="$OWNER_PASSWORD" --set web="$WEB_PASSWORD" --dbname postgres <<'SQL'
create role fc_owner login createrole createdb password :'owner';
create database fc_portal owner fc_owner encoding 'UTF8' template template0;
-- Made by the owner, who therefore may give them away. The product gives them their rights.
set role fc_owner;
create role fc_web nologin;
create role fc_app nologin;
create role portal_web login password :'web' in role fc_web;
SQL
