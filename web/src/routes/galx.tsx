export { default } from '../features/galx/GalxPage.tsx'
