import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { expect, it } from 'vitest'
import { useMessage } from '#web/ui/message.tsx'
import { ThemeProvider } from '#web/app/ThemeProvider.tsx'

const text = 'The name Ada is taken.\nThe code 7 is taken.'

function Buttons() {
  const { notification } = App.useApp()
  const message = useMessage()
  return (
    <>
      <button onClick={() => message.error(text)}>Message</button>
      <button onClick={() => notification.error({ title: 'Failed', description: text })}>Notification</button>
    </>
  )
}

it.each(['Message', 'Notification'])('shows each description on a line of its own: %s', async (name) => {
  render(
    <ThemeProvider>
      <Buttons />
    </ThemeProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name }))
  const shown = await screen.findByText(/^The name Ada is taken\./)
  expect(shown.closest<HTMLElement>('[style*="pre-line"]')).not.toBeNull()
})

it('shows a message at the foot of the page, where it covers no title', async () => {
  render(
    <ThemeProvider>
      <Buttons />
    </ThemeProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Message' }))
  const shown = await screen.findByText(/^The name Ada is taken\./)
  expect(shown.closest('.ant-notification-bottomRight')).not.toBeNull()
})
