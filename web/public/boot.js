// Runs before the first paint, while the page is still being read: takes up the theme and the language chosen on an
// earlier visit and notes which page the address asks for, so that index.html's first picture is the right one. Then,
// once that picture is on the screen, starts the app, whose scripts are on their way all the while.
//
// A browser that is too old for the app cannot read this file: nothing in it runs, and the page goes on to say which browser
// will do. The app's scripts are written for the oldest that can (build/oldest.ts), and so is this one: `??=` is in it for that.
const page = document.documentElement
try {
  if (localStorage.getItem('galx_theme') === 'light') {
    page.dataset.theme = 'light'
    document.querySelector('meta[name="theme-color"]').setAttribute('content', '#e8eaee')
  }
  if (localStorage.getItem('APP_LANG') === 'en_US') page.lang = 'en'
} catch {
  // A storage that refuses leaves the defaults, which stand in the page.
}
const { home, pages = '', chinese, english, other } = document.currentScript.dataset
// An address without a route is the home page's: named here, the home page is drawn at once and nobody is led there first.
const address = location.hash.replace(/^(?:#\/?)?(?=\?|$)/, `#/${home}`)
if (address !== location.hash) history.replaceState(null, '', address)
let [, route] = /^#(?:\/|%2f)([a-z0-9]+)/i.exec(location.hash) ?? []
route ??= home
if (route === 'start' && /invite/i.test(location.hash)) page.dataset.page = 'invited'
else page.dataset.page = pages.split(' ').includes(route) ? route : 'other'

// What this visit needs and others do not: the texts of one language, and every page but the home page.
for (const file of [page.lang === 'en' ? english : chinese, route !== home && other]) {
  if (!file) continue
  const ahead = document.createElement('link')
  ahead.rel = 'modulepreload'
  ahead.crossOrigin = ''
  ahead.dataset.ahead = ''
  ahead.href = file
  document.head.append(ahead)
}

// Every link is a part of the app, in the order in which they build on each other; each is evaluated in a task of its own.
async function startApp() {
  try {
    for (const part of document.querySelectorAll('link[rel=modulepreload]:not([data-ahead])')) {
      await import(part.href)
      await new Promise((resolve) => setTimeout(resolve))
    }
  } catch (error) {
    // The network dropped, or a new version has replaced the files: said, with the way on.
    page.dataset.page = 'failed'
    throw error
  }
}

// A frame's callback runs before the frame is painted, a task put off by it afterwards. Nothing paints a hidden page, and
// where the parts are not fetched ahead, waiting would only delay them.
document.addEventListener('DOMContentLoaded', () => {
  const ahead = document.createElement('link').relList.supports('modulepreload')
  if (document.hidden || !ahead) void startApp()
  else requestAnimationFrame(() => setTimeout(startApp))
})
