import { type ReportMenu, reportPage } from '@callboard/contract/reports'
import { Link } from 'react-router'
import classes from '#web/features/reports/ReportMenuCards.module.css'

interface ReportMenuCardsProps {
  groups: ReportMenu['groups']
}

/** The reports by group and set. */
export function ReportMenuCards({ groups }: ReportMenuCardsProps) {
  return groups.map((group) => (
    <section key={group.id} aria-labelledby={`group-${group.id}`}>
      <h2 id={`group-${group.id}`} className={classes.group}>
        {group.name}
      </h2>
      {group.sets.map((set) => (
        <div key={set.id}>
          <h3 className={classes.set}>{set.name}</h3>
          <ul className={classes.cards}>
            {set.reports.map(({ id, name, description }) => (
              <li key={id}>
                <Link to={reportPage(id)} className={classes.card}>
                  <strong className={classes.name}>{name}</strong>
                  <span className={classes.description}>{description}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  ))
}
