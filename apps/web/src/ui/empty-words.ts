/** Why a list of choices is empty. */
export function emptyWords({ isFetching, isError }: { isFetching: boolean; isError: boolean }): string {
  if (isFetching) return 'Searching …'
  return isError ? 'They could not be loaded' : 'Nothing found'
}
