import { listItem } from '../../access/menu-items.ts'
import { SignInThrottle } from '../../access/sign-in/sign-in-throttle.ts'
import { defineFeature } from '../../feature.ts'
import { emailTemplatesFeature } from '../email-templates/feature.ts'
import { routes } from './routes.ts'
import { searchUsers } from './search-users.ts'
import { countUsers } from './store.ts'

export const usersFeature = defineFeature({
  name: 'users',
  menuItems: [listItem('user', { group: 'people', order: 10, ico: 'user' })],
  needs: () => [emailTemplatesFeature],
  async open({ db, log, hasPeers }) {
    const signInThrottle = await SignInThrottle.open({ db, log, hasPeers })
    return { services: { signInThrottle }, running: [signInThrottle] }
  },
  routes,
  search: searchUsers,
  overview: (_, { dayBefore }) => ({ users: countUsers(dayBefore) }),
})
