/** Signs in by the API. Returns the session as the browser stores it. */
export async function startSession(portalUrl: string, userName: string, password: string): Promise<string> {
  const response = await fetch(`${portalUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password }),
  })
  if (!response.ok) throw new Error(`${userName} cannot sign in: ${response.status} ${await response.text()}`)
  return Buffer.from(await response.text()).toString('base64')
}
