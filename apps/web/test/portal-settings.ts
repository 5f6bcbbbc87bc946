/** What the portal tells everybody about itself. */
export const portalSettings = {
  productName: 'Callboard',
  logoUrl: null,
  defaultTimeZone: 'America/New_York',
  weekStartsOn: 1,
  backgroundExportRows: 100_000,
}
