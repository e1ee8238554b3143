export { default } from '../pages/start/StartPage.tsx'
