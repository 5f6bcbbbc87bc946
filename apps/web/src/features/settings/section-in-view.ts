import { useEffect, useState } from 'react'

/** The id of a section in the page, and so its hash in the address. */
export function sectionId(group: string): string {
  return group.toLowerCase()
}

/** The section that is read: the last one that begins in the upper quarter of the window, the first one at the top. */
export function useSectionInView(sections: readonly string[]): string | undefined {
  const [inView, setInView] = useState(sections[0])
  const key = sections.join()
  useEffect(() => {
    const names = key.split(',')
    function follow() {
      const begun = names.filter((name) => {
        const top = document.getElementById(sectionId(name))?.getBoundingClientRect().top
        return top !== undefined && top < window.innerHeight / 4
      })
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 1
      setInView(isAtEnd && window.scrollY > 0 ? names.at(-1) : (begun.at(-1) ?? names[0]))
    }
    follow()
    addEventListener('scroll', follow, { passive: true })
    return () => removeEventListener('scroll', follow)
  }, [key])
  return inView
}
