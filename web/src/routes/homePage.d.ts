/** The file of the registry's home page, which the build finds by its name (build/pageFiles.ts). */
declare module 'virtual:home-page' {
  import type { ComponentType } from 'react'

  const HomePage: ComponentType
  export default HomePage
}
