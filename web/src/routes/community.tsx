export { default } from '../features/community/CommunityPage.tsx'
