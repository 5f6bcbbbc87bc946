interface Provider {
  id: string
  name: string
}

/** Where somebody may sign in: here, at the providers that are set up, and where this user does now. */
export function providerOptions(providers: readonly Provider[], current: string | undefined) {
  const isKnown = current === undefined || current === 'local' || providers.some(({ id }) => id === current)
  return [
    { value: 'local', label: 'here, by password' },
    ...providers.map(({ id, name }) => ({ value: id, label: `at ${name}` })),
    ...(isKnown ? [] : [{ value: current, label: `at ${current}, which is not set up` }]),
  ]
}
