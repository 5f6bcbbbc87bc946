import type { SourceSetting } from '@callboard/contract/sources'

export const callrailSettings = [
  {
    name: 'signingKey',
    type: 'secret',
    label: 'Signing key',
    description:
      'In CallRail under Settings, Integrations, Webhooks. Each company has its own: of several, enter all, separated by spaces.',
    isRequired: true,
    way: 'webhook',
  },
  {
    name: 'accountId',
    type: 'text',
    label: 'Account id',
    description:
      'The digits behind /a/ in the address of CallRail’s dashboard, or the id that begins with ACC.',
    placeholder: '227799611',
    way: 'fetch',
  },
  {
    name: 'apiKey',
    type: 'secret',
    label: 'API key',
    description: 'A key of CallRail’s API v3, of a user who sees the calls.',
    way: 'fetch',
  },
  {
    name: 'companyId',
    type: 'text',
    label: 'Company id',
    description: 'Begins with COM. Calls of this company alone are fetched; of all companies without it.',
    placeholder: 'COM8154748ae6bd4e278a7cddd38a662f4f',
    way: 'fetch',
  },
  {
    name: 'fetchSince',
    type: 'day',
    label: 'Fetch calls since',
    description:
      'Day from which calls are fetched at first; the last 30 days without it. CallRail keeps calls for 25 months.',
    way: 'fetch',
  },
] as const satisfies readonly SourceSetting[]
