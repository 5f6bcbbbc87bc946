import { SignInThrottle } from '../../access/sign-in-throttle.ts'
import { defineFeature } from '../../feature.ts'
import { emailTemplatesFeature } from '../email-templates/feature.ts'
import { singleSignOnFeature } from '../single-sign-on/feature.ts'
import { jobs, routes } from './routes.ts'

export const authFeature = defineFeature({
  name: 'auth',
  needs: () => [emailTemplatesFeature, singleSignOnFeature],
  async open({ db, log, hasPeers }) {
    const signInThrottle = await SignInThrottle.open({ db, log, hasPeers })
    return { services: { signInThrottle }, running: [signInThrottle] }
  },
  routes,
  jobs,
})
