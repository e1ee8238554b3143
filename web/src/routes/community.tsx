export { default } from '../pages/community/CommunityPage.tsx'
