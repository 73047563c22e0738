#!/bin/sh
# Writes the site of ops/nginx for the proxy of compose.yaml.
set -eu
resolver=$(awk '/^nameserver/ { print $2; exit }' "${RESOLV_CONF:-/etc/resolv.conf}")
{
  # The portal's address changes when its container is replaced.
  echo "resolver $resolver valid=5s;"
  sed -e "s/portal\.example\.com/$PORTAL_NAME/g" \
    -e 's/server 127\.0\.0\.1:3000;/zone fc_portal 64k; server portal:3000 resolve;/' \
    -e 's|/etc/letsencrypt/live/[^/]*/|/certificates/|' \
    "${SITE:-/etc/fc-portal/nginx/fc-portal.conf}"
} >"${TARGET:-/etc/nginx/conf.d/default.conf}"
