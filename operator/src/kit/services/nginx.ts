/** nginx: the app's files, and both APIs under separate names, for the internet. */
import { webSecurityHeaders } from '@galx/protocol/webHeaders'
import { hostsWith, type Host, type Plan } from '../plan.ts'
import type { Service } from '../rendered.ts'
import { galxFolder } from './environments.ts'

const UNAVAILABLE = '{"code":503,"message":"unavailable","data":null}'

/** Seconds for which browsers insist on https. */
const HSTS_SECONDS = 31_536_000

/** Concurrent connections of one nginx process, including connections to the APIs. */
const CONNECTIONS = 4_096

/** Debian lets a process open 1024 files. A connection is one file, a buffered answer on the disk another; logs and certificates need some more. */
const OPEN_FILES = 2 * CONNECTIONS + 1_024

/** Concurrent requests of one network: many people share an address, and each needs at most a few dozen. */
const REQUESTS_OF_A_NETWORK = 512

export const nginx: Service = (plan, host) => {
  if (!host.roles.includes('edge')) return []
  const { etc } = host.directories
  const reloads = ['nginx']
  return [
    { target: `${etc}/nginx/nginx.conf`, content: configuration(plan, host), mode: 0o644, reloads },
    { target: headersPath(host), content: headers(plan), mode: 0o644, reloads },
    {
      target: webConfigPath(host),
      content: `${JSON.stringify(plan.webConfig, null, 2)}\n`,
      mode: 0o644,
    },
    ...(plan.settings.securityContact === undefined
      ? []
      : [{ target: securityPath(host), content: securityText(plan.settings), mode: 0o644 as const }]),
  ]
}

function securityPath(host: Host): string {
  return `${galxFolder(host)}/web/security.txt`
}

/** RFC 9116. The line Canonical shows a reader that the file belongs to this site. */
function securityText({ domain, securityContact }: Plan['settings']): string {
  const { contact, expires, languages = ['en', 'zh'] } = securityContact!
  return `Contact: ${contact}
Expires: ${expires}T00:00:00Z
Preferred-Languages: ${languages.join(', ')}
Canonical: https://${domain}/.well-known/security.txt
`
}

function headersPath({ directories }: Host): string {
  return `${directories.etc}/nginx/galx-headers.conf`
}

function webConfigPath(host: Host): string {
  return `${galxFolder(host)}/web/config.json`
}

/** A location with its own header loses the server's headers, so each location includes this file. */
function headers({ webConfig }: Plan): string {
  const origins = [webConfig.apiUrl, webConfig.btcApiUrl, new URL(webConfig.rpcUrl).origin]
  const all = {
    ...webSecurityHeaders(origins),
    'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains`,
  }
  return Object.entries(all)
    .map(([name, value]) => `add_header ${name} "${value}" always;\n`)
    .join('')
}

/** The path of the certificate of the three names. In containers it is a copy. */
export function publicCertificate({ settings }: Plan, { directories, containers }: Host) {
  const folder = `${directories.etc}/letsencrypt/live/${settings.domain}`
  const usual = { certificate: `${folder}/fullchain.pem`, key: `${folder}/privkey.pem` }
  return containers ? usual : (settings.publicCertificate ?? usual)
}

function configuration(plan: Plan, host: Host): string {
  const { directories, ports } = host
  const { settings } = plan
  const { certificate, key } = publicCertificate(plan, host)
  const temporary = `${directories.lib}/nginx`
  const names = [settings.domain, settings.apiDomain, settings.btcApiDomain].join(' ')
  return `user www-data;
worker_processes auto;
pid ${directories.run}/nginx.pid;
worker_rlimit_nofile ${OPEN_FILES};
error_log ${host.containers ? 'stderr' : `${directories.log}/nginx/error.log`} warn;

events {
  worker_connections ${CONNECTIONS};
}

http {
  include ${directories.etc}/nginx/mime.types;
  types {
    application/manifest+json webmanifest;
  }
  default_type application/octet-stream;
  charset utf-8;
  charset_types text/css text/plain text/javascript application/javascript application/json application/manifest+json image/svg+xml;
  # The log would record people's addresses.
  access_log off;
  server_tokens off;
  sendfile on;
  keepalive_timeout 65s;
  client_max_body_size 64k;
  client_header_timeout 10s;
  client_body_timeout 10s;
  send_timeout 20s;
  gzip on;
  gzip_vary on;
  gzip_min_length 512;
  gzip_types text/css text/plain text/javascript application/javascript application/json application/manifest+json image/svg+xml;
  client_body_temp_path ${temporary}/body;
  proxy_temp_path ${temporary}/proxy;
  fastcgi_temp_path ${temporary}/fastcgi;
  uwsgi_temp_path ${temporary}/uwsgi;
  scgi_temp_path ${temporary}/scgi;
${host.debian === 12 ? '' : '  http2 on;\n'}  ssl_certificate ${certificate};
  ssl_certificate_key ${key};
  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_session_cache shared:galx:10m;
  ssl_session_timeout 1d;
  ssl_session_tickets off;
${realAddress(plan)}  # A network is an IPv4 address or the /48 of an IPv6 address, because one caller may have a whole /48.
  # Only connections with a request count. If nginx runs out of connections, it closes connections that wait for a next request. A
  # connection without a first request is closed after 10 s. Only the operating system can count these connections by address.
  map $binary_remote_addr $caller_network {
    default $binary_remote_addr;
    # An IPv4 address within an IPv6 address (6to4, NAT64) counts as the IPv4 address.
    "~(?s)^\\x20\\x02(?<six_to_four>.{4}).{10}$" $six_to_four;
    "~(?s)^\\x00\\x64\\xff\\x9b\\x00{8}(?<translated>.{4})$" $translated;
    "~(?s)^(?<network_part>.{6}).{10}$" $network_part;
  }
  limit_conn_zone $caller_network zone=galx_callers:10m;
  limit_conn galx_callers ${REQUESTS_OF_A_NETWORK};
  # At a higher level, the error log would record the caller's address.
  limit_conn_log_level info;

${upstream(plan, 'galx_api', ports.api, ports.balancerApi)}
${upstream(plan, 'galx_btc_api', ports.btcApi, ports.balancerBtcApi)}
${plainServer(plan, host, names)}
${webServer(plan, host)}
${apiServer(plan, host, settings.apiDomain, 'galx_api')}
${apiServer(plan, host, settings.btcApiDomain, 'galx_btc_api')}
  # Any other name gets no answer.
  server {
${listens(ports.https, `${secure(host)} default_server`)}
    ssl_reject_handshake on;
  }
}
`
}

/** The caller's address if a proxy or a CDN is in front: that proxy names it. Everybody else's header counts for nothing. */
function realAddress({ settings: { trustedProxies } }: Plan): string {
  if (trustedProxies === undefined) return ''
  const { addresses, header = 'X-Forwarded-For' } = trustedProxies
  return `${addresses.map((address) => `  set_real_ip_from ${address};\n`).join('')}  real_ip_header ${header};
  real_ip_recursive on;
`
}

/** Newer versions of nginx want HTTP/2 in a line of its own. */
function secure({ debian }: Host): string {
  return debian === 12 ? ' ssl http2' : ' ssl'
}

/** IPv6 has its own socket: a shared socket would show IPv4 addresses as IPv6 addresses. */
function listens(port: number, options = ''): string {
  return [port, `[::]:${port}`].map((address) => `    listen ${address}${options};`).join('\n')
}

/**
 * In `ha` HAProxy knows the living processes. In `single` nginx sends a request that one process refuses to another process at once. nginx
 * never excludes a process for a time (`max_fails`), because a process that refuses one kind of call with 503 still serves all other calls.
 */
function upstream(plan: Plan, name: string, processes: readonly number[], balancer: number): string {
  const servers =
    plan.profile === 'ha'
      ? [`server 127.0.0.1:${balancer};`]
      : processes.map((port) => `server 127.0.0.1:${port} max_fails=0;`)
  return `  upstream ${name} {
    zone ${name} 64k;
    least_conn;
    ${servers.join('\n    ')}
    keepalive 64;
    # Shorter than the timeout of the processes, so that nginx uses no connection that a process is closing.
    keepalive_timeout 30s;
  }
`
}

/** Serves only certificate challenges without TLS; a challenge that is not on this host is on another edge host. */
function plainServer(plan: Plan, host: Host, names: string): string {
  const others = hostsWith(plan, 'edge').filter(({ name }) => name !== host.name)
  const elsewhere =
    others.length === 0
      ? ''
      : `    location @elsewhere {
      if ($http_x_galx_forwarded) {
        return 404;
      }
      proxy_set_header Host $host;
      proxy_set_header X-Galx-Forwarded 1;
      proxy_pass http://galx_edges;
    }
`
  const edges =
    others.length === 0
      ? ''
      : `  upstream galx_edges {
    ${others.map(({ address, ports }) => `server ${address}:${ports.http};`).join('\n    ')}
  }
`
  return `${edges}  server {
${listens(host.ports.http)}
    server_name ${names};
    location /.well-known/acme-challenge/ {
      root ${host.directories.lib}/galx/acme;
      try_files $uri ${others.length === 0 ? '=404' : '@elsewhere'};
    }
${elsewhere}    location / {
      return 308 https://$host$request_uri;
    }
  }
`
}

function webServer({ settings }: Plan, host: Host): string {
  const include = `include ${headersPath(host)};`
  return `  server {
${listens(host.ports.https, secure(host))}
    server_name ${settings.domain};
    root ${host.directories.opt}/app/web/dist;
    error_page 404 405 = @nothing;
    # A messenger may escape the # of a link, sometimes twice. The redirect keeps the rest of the link escaped, so that the rest cannot end the header
    # line.
    if ($request_uri ~ ^/%(25)*23(.*)$) {
      return 302 https://${settings.domain}/#$2;
    }
    location / {
      limit_except GET {
        deny all;
      }
      ${include}
      add_header cache-control "no-cache";
      try_files $uri $uri/index.html =404;
    }
    # The names of these files change with their contents. An open page of the previous version asks for that version's files, and a page of the
    # next version, which another edge may already serve, asks for the next version's files.
    location /assets/ {
      root ${host.directories.opt};
      ${include}
      add_header cache-control "public, max-age=31536000, immutable";
      try_files /app/web/dist$uri /previous/web/dist$uri /next/web/dist$uri =404;
    }
    location = /config.json {
      ${include}
      add_header cache-control "no-store";
      alias ${webConfigPath(host)};
    }
    # The operator's signed statement about versions. A person copies the file here after each release.
    location = /release.json {
      ${include}
      add_header cache-control "no-cache";
      alias ${galxFolder(host)}/web/release.json;
    }
    # release.json has the hash of this file. Browsers save the file: if a browser opened it here, the browser would refuse the inline program.
    location = /lifeboat.html {
      ${include}
      add_header cache-control "no-cache";
      add_header content-disposition "attachment";
      alias ${galxFolder(host)}/web/lifeboat.html;
    }
${securityLocation(settings, host, include)}    location ~ /\\. {
      return 404;
    }
    location @nothing {
      internal;
      ${include}
      default_type text/plain;
      return 404 "Nothing here.\\n";
    }
  }
`
}

function securityLocation({ securityContact }: Plan['settings'], host: Host, include: string): string {
  if (securityContact === undefined) return ''
  return `    location = /.well-known/security.txt {
      ${include}
      add_header cache-control "no-cache";
      alias ${securityPath(host)};
    }
`
}

function apiServer({ settings }: Plan, host: Host, domain: string, name: string): string {
  return `  server {
${listens(host.ports.https, secure(host))}
    server_name ${domain};
    location = /metrics {
      return 404;
    }
    location /health/ {
      return 404;
    }
    location / {
      proxy_pass http://${name};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      # Replaces the caller's own header.
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_connect_timeout 1s;
      proxy_read_timeout 30s;
      # nginx sends a POST to another process only if nothing was sent to the first process.
      proxy_next_upstream error timeout http_503;
      proxy_next_upstream_tries 2;
      proxy_next_upstream_timeout 5s;
    }
    # nginx itself answers 503 to a network with too many requests. A 503 of an API passes unchanged.
    error_page 502 503 504 =503 @away;
    location @away {
      internal;
      default_type application/json;
      add_header access-control-allow-origin "https://${settings.domain}" always;
      add_header retry-after 2 always;
      return 503 '${UNAVAILABLE}';
    }
  }
`
}
