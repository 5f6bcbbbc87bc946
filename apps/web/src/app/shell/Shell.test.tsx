import { listMenus } from '@callboard/contract/menus'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { Shell } from '#web/app/shell/Shell.tsx'
import { readTrackedPages } from '#web/app/shell/tracked-pages.ts'
import { usePageTitle } from '#web/ui/page/page-title.ts'
import { answerCalls } from '../../../test/answers.ts'
import { buildSession } from '../../../test/build-session.ts'
import { showRoutes } from '../../../test/show.tsx'

beforeEach(() => {
  localStorage.clear()
  answerCalls({ [`GET ${listMenus.path}`]: { body: [] } })
})

function Page() {
  return <h1>{usePageTitle('Calls').title}</h1>
}

async function open(address: string, viewedBy?: ReturnType<typeof buildSession>) {
  const routes = [{ element: <Shell />, children: [{ path: '*', element: <Page /> }] }]
  const view = showRoutes(routes, { address, user: buildSession({ isAdmin: true }), viewedBy })
  await screen.findByRole('heading', { name: 'Calls' })
  view.unmount()
}

it('keeps the view that was open in the history, without what names a caller', async () => {
  await open('/reports/calldetails?sort=duration&filter=callerNumber:eq:%2B12125550147')
  expect(readTrackedPages()).toEqual([{ path: '/reports/calldetails?sort=duration', title: 'Calls' }])
})

it('keeps nothing of what is viewed as somebody else', async () => {
  await open('/reports/calldetails', buildSession({ isAdmin: true }))
  expect(readTrackedPages()).toEqual([])
})
