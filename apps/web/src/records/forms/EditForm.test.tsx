import { createCustomer } from '@callboard/contract/customers'
import { screen, waitFor } from '@testing-library/react'
import { Form } from 'antd'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { PageErrorBoundary } from '#web/app/PageErrorBoundary.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { removeDrafts } from '#web/lib/drafts/stored-drafts.ts'
import { EditForm } from '#web/records/forms/EditForm.tsx'
import { TextItem } from '#web/records/forms/FormItems.tsx'
import { buildSession } from '../../../test/build-session.ts'
import { fill, press, show } from '../../../test/show.tsx'

function Unusual({ value }: { value?: string }) {
  if (value === 'Harbor North') throw new Error('It cannot be drawn.')
  return value
}

const save = vi.fn<(values: object) => Promise<unknown>>()
const isRestored = () => /Your unsaved changes of .* were restored/.test(document.body.textContent)

beforeEach(() => {
  localStorage.clear()
  save.mockReset()
  save.mockResolvedValue(undefined)
})

const saved = { name: 'Harbor', legacyReportingCid: '17' }

function open(initialValues: object = saved, around: Parameters<typeof show>[1] = {}) {
  return show(
    <EditForm
      name="customer"
      initialValues={initialValues}
      fields={{ type: 'customer', body: createCustomer.body }}
      secretFields={['legacyReportingCid']}
      save={save}
    >
      <TextItem name="name" />
      <TextItem name="legacyReportingCid" />
    </EditForm>,
    { address: '/manage/customers/1', ...around },
  )
}

const name = () => screen.getByLabelText<HTMLInputElement>('Name').value

/** Types a name and leaves without saving. */
function leaveTyped(text: string, around: Parameters<typeof show>[1] = {}) {
  const { unmount } = open(saved, around)
  fill(screen.getByLabelText('Name'), text)
  unmount()
}

describe('what was entered and not saved', () => {
  it('is there again on the next visit, until it is discarded', async () => {
    leaveTyped('Harbor North')
    const { unmount } = open()
    await waitFor(() => expect(name()).toBe('Harbor North'))
    expect(isRestored()).toBe(true)
    // Also when that visit changes nothing.
    unmount()
    const again = open()
    await waitFor(() => expect(name()).toBe('Harbor North'))
    screen.getAllByText('Discard')[0]?.closest('button')?.click()
    await waitFor(() => expect(name()).toBe('Harbor'))
    expect(isRestored()).toBe(false)
    again.unmount()
    open()
    expect(isRestored()).toBe(false)
  })

  it('says when it was entered, however often it was looked at since', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const times = () =>
      Object.values(localStorage).map(
        (draft) => z.object({ savedAt: z.string() }).parse(JSON.parse(String(draft))).savedAt,
      )
    vi.setSystemTime('2026-11-02T11:45:00Z')
    leaveTyped('Harbor North')
    for (const later of ['2026-11-02T11:48:51Z', '2026-11-02T11:48:54Z']) {
      vi.setSystemTime(later)
      const { unmount } = open()
      await waitFor(() => expect(name()).toBe('Harbor North'))
      unmount()
      expect(times()).toEqual(['2026-11-02T11:45:00.000Z'])
    }
    leaveTyped('Harbor South')
    expect(times()).toEqual(['2026-11-02T11:48:54.000Z'])
    vi.useRealTimers()
  })

  it('is forgotten when it is saved, also where the saved record is drawn before the answer is', async () => {
    const { unmount } = open()
    fill(screen.getByLabelText('Name'), ' Harbor North')
    save.mockImplementation(async () => {
      open({ ...saved, name: 'Harbor North' })
      return await Promise.resolve()
    })
    await press('Save')
    await screen.findByText('Saved.')
    expect(isRestored()).toBe(false)
    unmount()
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('stays when it could not be saved, and is sent again by one press', async () => {
    const { unmount } = open()
    fill(screen.getByLabelText('Name'), 'Harbor North')
    save.mockRejectedValueOnce(new ApiError({ status: 401, message: 'Sign in to continue.' }))
    await press('Save')
    expect((await screen.findAllByText('Sign in to continue.')).length).toBeGreaterThan(0)
    unmount()
    open()
    await waitFor(() => expect(name()).toBe('Harbor North'))
    await press('Save')
    await waitFor(() => expect(save).toHaveBeenLastCalledWith({ ...saved, name: 'Harbor North' }))
  })

  it('says what has been changed since, on every visit', async () => {
    leaveTyped('Harbor North')
    const theirs = { ...saved, name: 'Harbour' }
    for (const { unmount } of [open(theirs), open(theirs)]) {
      expect(
        (await screen.findAllByText(/Meanwhile this was changed, .* in another tab or window: Name\./))
          .length,
      ).toBeGreaterThan(0)
      unmount()
    }
  })

  it('is no draft any more where somebody else has entered the same', () => {
    leaveTyped('Harbor North')
    open({ ...saved, name: 'Harbor North' })
    expect(isRestored()).toBe(false)
  })

  it.each([
    ['has other fields', { title: 'Harbor', legacyReportingCid: '17' }],
    ['writes them another way', { name: { en: 'Harbor' }, legacyReportingCid: '17' }],
  ])('is left alone by a version of the portal that %s', (_, initialValues) => {
    leaveTyped('Harbor North')
    show(
      <EditForm name="customer" initialValues={initialValues} save={save}>
        nothing
      </EditForm>,
      { address: '/manage/customers/1' },
    )
    expect(isRestored()).toBe(false)
  })

  it('is left alone where the form could not be drawn with it', () => {
    leaveTyped('Harbor North')
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    show(
      <PageErrorBoundary>
        <EditForm name="customer" initialValues={saved} save={save}>
          <Form.Item name="name">
            <Unusual />
          </Form.Item>
        </EditForm>
      </PageErrorBoundary>,
      { address: '/manage/customers/1' },
    )
    open()
    expect(isRestored()).toBe(false)
  })

  it('is nobody else’s: another user, one who views as another, and whoever comes after a sign-out see nothing of it', () => {
    leaveTyped('Harbor North')
    const other = buildSession({ id: '01990000-0000-7000-8000-000000000002' })
    for (const around of [{ user: other }, { user: other, viewedBy: buildSession() }]) {
      const { unmount } = open(saved, around)
      expect(isRestored()).toBe(false)
      unmount()
    }
    removeDrafts()
    open()
    expect(isRestored()).toBe(false)
  })

  it('is not kept of secrets', () => {
    const { unmount } = open()
    fill(screen.getByLabelText('Legacy reporting id'), 'a secret')
    unmount()
    expect(Object.values(localStorage).join()).not.toContain('a secret')
  })

  it('is asked about before the page is closed only where it cannot be kept', async () => {
    const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
    open()
    fill(screen.getByLabelText('Name'), 'Harbor North')
    await screen.findByText('Not saved yet')
    expect(isAsked()).toBe(false)
    const { localStorage: storage } = globalThis
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.getItem(key),
      removeItem: (key: string) => storage.removeItem(key),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    fill(screen.getByLabelText('Name'), 'Harbor South')
    await waitFor(() => expect(isAsked()).toBe(true))
    // An older draft would be taken for this.
    expect(Object.keys(storage)).toEqual([])
    vi.unstubAllGlobals()
    fill(screen.getByLabelText('Name'), 'Harbor West')
    await waitFor(() => expect(isAsked()).toBe(false))
    fill(screen.getByLabelText('Legacy reporting id'), 'a secret')
    await waitFor(() => expect(isAsked()).toBe(true))
  })
})

it('says below what is wrong with a field that is not there', async () => {
  const message = 'Choose a customer first.'
  const items = [{ code: 'invalid', description: message, field: 'timeZone' }]
  save.mockRejectedValue(new ApiError({ status: 400, message, items }))
  open({ ...saved, timeZone: null })
  fill(screen.getByLabelText('Name'), 'Harbor North')
  await press('Save')
  const alert = (await screen.findByText('This was not saved')).closest('[role="alert"]')
  expect(alert?.textContent).toContain(message)
})
