/** Whether an address is of one of these domains; `*.parts.org` is all below. */
export function isOfDomains(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.some((one) => (one.startsWith('*.') ? domain.endsWith(one.slice(1)) : domain === one))
}
