// Runs before the first paint: takes up the theme chosen on an earlier visit. Dark is the default and stands in the page.
try {
  if (localStorage.getItem('galx_theme') === 'light') {
    document.documentElement.setAttribute('data-theme', 'light')
    document.querySelector('meta[name="theme-color"]').setAttribute('content', '#f5f5f2')
  }
} catch {
  // A storage that refuses leaves the default.
}
