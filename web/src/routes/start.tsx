export { default } from '../features/start/StartPage.tsx'
