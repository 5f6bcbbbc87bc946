import { beforeEach, expect, it, vi } from 'vitest'
import { leaveForProvider, ssoError, takeSsoStart } from '#web/features/sign-in/sso.ts'

const assign = vi.fn<(url: string) => void>()

beforeEach(() => {
  sessionStorage.clear()
  vi.unstubAllGlobals()
  assign.mockReset()
  vi.spyOn(location, 'assign').mockImplementation((url) => assign(String(url)))
})

it('leaves with the SHA-256 of a verifier that stays in this tab', async () => {
  await leaveForProvider('liberty', '/reports')
  const kept = takeSsoStart()
  expect(kept?.returnTo).toBe('/reports')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(kept?.verifier))
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)))
  const challenge = base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
  expect(assign).toHaveBeenCalledExactlyOnceWith(`/api/auth/sso/liberty?challenge=${challenge}`)
})

it('gives the verifier away once', async () => {
  await leaveForProvider('liberty', '/reports')
  expect(takeSsoStart()).toBeDefined()
  expect(takeSsoStart()).toBeUndefined()
})

it.each(['{', '{"verifier":"short","returnTo":"/app"}', 'null'])('finds no verifier in %j', (text) => {
  sessionStorage.setItem('ssoStart', text)
  expect(takeSsoStart()).toBeUndefined()
})

it('says why a page without encryption cannot begin it', () => {
  expect(ssoError()).toBeUndefined()
  vi.stubGlobal('crypto', {})
  expect(ssoError()).toContain('https')
})
