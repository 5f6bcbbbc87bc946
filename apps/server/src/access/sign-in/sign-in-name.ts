/** User names and email addresses are one name space, without regard to case or to look-alike forms of letters. */
export function foldSignInName(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase()
}
