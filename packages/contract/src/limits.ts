/** Most characters of what people type. */
export const textLimits = {
  keyword: 200,
  recordId: 200,
  /** Of a role, a group, an API key, an email template, a menu, … */
  recordName: 100,
  /** As long as the source system that a call may name. */
  sourceName: 64,
  description: 1000,
  signInName: 200,
  userName: 100,
  email: 200,
  password: 200,
  secondFactorCode: 32,
  personName: 100,
  phone: 40,
  propertyName: 100,
  propertyValue: 4000,
  customerName: 200,
  customerCode: 64,
  customerLegacyReportingCid: 64,
  userLegacyReportingCid: 100,
  entityName: 200,
  /** As long as the codes that a call may carry. */
  entityCode: 120,
  attributeName: 100,
  attributeValue: 1000,
  mediaName: 200,
  mailSubject: 500,
  menuSlug: 60,
  menuText: 200,
  menuUrl: 2000,
  menuItemKey: 100,
} as const
