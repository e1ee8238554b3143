// Runs before the first paint, while the browser still parses the page: applies the theme and the language of an
// earlier visit and marks the requested page, so that index.html's first picture is right. Then,
// once that picture is on the screen, starts the app, whose scripts load in the meantime.
//
// A browser that is too old for the app cannot parse this file: nothing in it runs, and the page keeps the words that name a suitable
// browser. Like the app's scripts, this file is written for the oldest supported browsers (build/oldest.ts): `??=` excludes older browsers.
const page = document.documentElement
const { home, pages = '', languages, texts = '', other } = document.currentScript.dataset
/** A list of pairs on this script's tag, such as `zh_CN:zh-CN en_US:en`. */
const table = (pairs) => new Map(pairs.split(' ').map((pair) => pair.split(':')))
try {
  if (localStorage.getItem('galx_theme') === 'light') {
    page.dataset.theme = 'light'
    document.querySelector('meta[name="theme-color"]').setAttribute('content', '#e8eaee')
  }
  page.lang = table(languages).get(localStorage.getItem('APP_LANG')) || page.lang
} catch {
  // If storage refuses, the page's defaults stay.
}
// An address without a route means the home page. With the route set here, the home page is drawn at once, without a redirect.
const address = location.hash.replace(/^(?:#\/?)?(?=\?|$)/, `#/${home}`)
if (address !== location.hash) history.replaceState(null, '', address)
let [, route] = /^#(?:\/|%2f)([a-z0-9]+)/i.exec(location.hash) ?? []
route ??= home
if (route === 'start' && /invite/i.test(location.hash)) page.dataset.page = 'invited'
else page.dataset.page = pages.split(' ').includes(route) ? route : 'other'

// Files that only some visits need: the texts of one language, and all pages except the home page.
for (const file of [table(texts).get(page.lang), route !== home && other]) {
  if (!file) continue
  const ahead = document.createElement('link')
  ahead.rel = 'modulepreload'
  ahead.crossOrigin = ''
  ahead.dataset.ahead = ''
  ahead.href = file
  document.head.append(ahead)
}

// Every link is a part of the app, in the order of their dependencies; each is evaluated in a separate task.
async function startApp() {
  try {
    for (const part of document.querySelectorAll('link[rel=modulepreload]:not([data-ahead])')) {
      await import(part.href)
      await new Promise((resolve) => setTimeout(resolve))
    }
  } catch (error) {
    // The network dropped, or a new version has replaced the files: the page says so and offers the next step.
    page.dataset.page = 'failed'
    throw error
  }
}

// A frame's callback runs before the frame is painted, and a task that it schedules runs afterwards. A hidden page is not painted, and
// without preloading a wait would only delay the parts.
document.addEventListener('DOMContentLoaded', () => {
  const ahead = document.createElement('link').relList.supports('modulepreload')
  if (document.hidden || !ahead) void startApp()
  else requestAnimationFrame(() => setTimeout(startApp))
})
