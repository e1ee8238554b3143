export { default } from '../products/galx/GalxPage.tsx'
