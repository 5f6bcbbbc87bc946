import { demoAccounts, startOidcProvider } from './oidc-provider.ts'

// The provider of `npm run dev -- --sso`, as a process of its own.
const { OIDC_PORT = '0', OIDC_SECRET = '', PORTAL_URL = 'http://localhost:5173' } = process.env
const { issuer } = await startOidcProvider({
  port: Number(OIDC_PORT),
  portalUrl: PORTAL_URL,
  id: 'liberty',
  accounts: demoAccounts,
  clientSecret: OIDC_SECRET,
})
console.log(`OpenID provider at ${issuer}; sign in as ${demoAccounts.map(({ login }) => login).join(' or ')}`)
