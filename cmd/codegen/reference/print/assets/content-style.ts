/** The CSS for the content of pages: sections, fields, tables, and pictures. */
export const contentStyle = String.raw`.notice {
  background: var(--raised);
  border-radius: 0.4rem;
  padding: 0.6rem 0.9rem;
}
.warning {
  background: var(--hint);
}

.facts {
  margin: 1.25rem 0 0;
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: 0.3rem 1.25rem;
}
.facts div {
  display: contents;
}
.facts dt {
  color: var(--soft);
}
.facts dd {
  margin: 0;
}
.list {
  margin: 0;
}
.list div {
  display: grid;
  grid-template-columns: 13rem minmax(0, 1fr);
  gap: 1rem;
  padding: 0.5rem 0;
  border-top: 1px solid var(--line);
}
.list dt {
  overflow-wrap: anywhere;
}
.list dd {
  margin: 0;
}

.type h3 {
  border-top: 2px solid var(--ink);
  padding-top: 0.6rem;
  margin-top: 2.75rem;
}
.type h3 a,
.fields dt > a {
  color: inherit;
  text-decoration: none;
}
.type h3 a:hover,
.fields dt > a:hover {
  text-decoration: underline;
}
.used {
  color: var(--soft);
  font-size: 0.9rem;
}
.fields {
  margin: 0.75rem 0 0;
}
.fields > div {
  border-top: 1px solid var(--line);
  padding: 0.7rem 0 0.5rem;
}
.fields > div:target,
.type:target > h3 {
  background: var(--hint);
}
.fields dt > a {
  font-family: var(--mono);
  font-weight: 600;
  font-size: 0.95rem;
  overflow-wrap: anywhere;
}
.fields dt span {
  color: var(--soft);
  margin-left: 0.5rem;
  overflow-wrap: anywhere;
}
.fields dd {
  margin: 0.2rem 0 0;
}
.fields dd ul,
.type > ul {
  margin: 0.2rem 0 0.4rem;
  padding-left: 1.2rem;
}
b {
  font-size: 0.8rem;
  font-weight: 600;
  color: var(--mark);
  white-space: nowrap;
  margin-left: 0.4rem;
}
b.old {
  color: var(--soft);
}
b.severity {
  margin: 0 0.5rem 0 0;
}
b.unknown,
b.compatible {
  color: var(--soft);
}
.none {
  color: var(--soft);
}

pre {
  background: var(--raised);
  border-radius: 0.4rem;
  padding: 0.9rem 1.1rem;
  overflow: auto;
  line-height: 1.45;
}
pre code {
  overflow-wrap: normal;
}
pre.example {
  max-height: 26rem;
}
pre + h3 {
  margin-top: 1.5rem;
}
pre.answer {
  white-space: pre-wrap;
  font-size: 0.9rem;
}
pre.answer code {
  overflow-wrap: anywhere;
}
.wide {
  overflow: auto;
  margin: 0 0 1rem;
}
table {
  border-collapse: collapse;
  width: 100%;
  font-size: 0.93rem;
}
th,
td {
  text-align: left;
  vertical-align: top;
  padding: 0.45rem 0.9rem 0.45rem 0;
  border-bottom: 1px solid var(--line);
}
thead th {
  color: var(--soft);
  font-weight: 500;
}
tbody th {
  font-weight: 500;
}

.picture {
  margin: 1.25rem 0;
  overflow: auto;
}
svg {
  display: block;
}
svg text {
  font-size: 12px;
  fill: var(--soft);
}
svg .title {
  fill: var(--ink);
  font-weight: 600;
}
svg a .title {
  fill: var(--link);
}
svg rect {
  fill: var(--raised);
  stroke: var(--line);
  stroke-width: 1.2;
}
svg .main rect {
  stroke: var(--link);
  stroke-width: 2;
}
svg .line {
  stroke: var(--line);
  fill: none;
}
svg .arrow {
  fill: none;
  stroke: var(--soft);
  stroke-width: 1.3;
}
svg marker path {
  fill: var(--soft);
}

`;
