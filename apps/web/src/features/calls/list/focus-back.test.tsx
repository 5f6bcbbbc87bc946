import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useFocusBack } from '#web/features/calls/list/focus-back.ts'

const href = '/reports/calldetails?call=1'

function Drawer() {
  useFocusBack(href)
  return <button type="button">Close</button>
}

/** The list of calls with a call open or not, and the menu, whose history may lead to the same view. */
function Page({ isOpen, links = [] }: { isOpen: boolean; links?: string[] }) {
  return (
    <>
      <nav>
        <a href={href}>History</a>
      </nav>
      <main>
        <button type="button">Search</button>
        {links.map((link) => (
          <a key={link} href={link}>
            {link}
          </a>
        ))}
      </main>
      {isOpen && <Drawer />}
    </>
  )
}

/** Has the focus at a name, opens a call, and closes it, when the list may be another one. */
function openAndClose(from: { role: 'link' | 'button'; name: string }, before: string[], after = before) {
  const { rerender } = render(<Page isOpen={false} links={before} />)
  screen.getByRole(from.role, { name: from.name }).focus()
  rerender(<Page isOpen links={before} />)
  screen.getByRole('button', { name: 'Close' }).focus()
  rerender(<Page isOpen={false} links={after} />)
}

describe('the focus, when a call is closed', () => {
  it('goes to the link in the list that opens the call, not to the history', () => {
    openAndClose({ role: 'button', name: 'Search' }, ['/other', href])
    expect(document.activeElement).toBe(screen.getByRole('link', { name: href }))
  })

  it('goes to where it was before when the list has no such link', () => {
    openAndClose({ role: 'button', name: 'Search' }, ['/other'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search' }))
  })

  it('goes to the link of now when the one that was pressed is gone', () => {
    openAndClose({ role: 'link', name: '/other' }, ['/other'], [href])
    expect(document.activeElement).toBe(screen.getByRole('link', { name: href }))
  })

  it('stays where somebody has put it meanwhile', () => {
    const { rerender } = render(<Page isOpen links={[href]} />)
    screen.getByRole('button', { name: 'Search' }).focus()
    rerender(<Page isOpen={false} links={[href]} />)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search' }))
  })
})
