import type { CELRuleReference, FieldReference, TypeReference, Words } from "../model.js";
import { sentence } from "../words.js";
import { html, type Markup } from "./html-text.js";
import { linkTo, type Pages } from "./places.js";

/** Prints the types on one page. The links in them are relative to the page. */
export class TypePrinter {
  constructor(
    private readonly pages: Pages,
    private readonly path: string,
  ) {}

  /**
   * Returns the section of a type. Its id is the type's name, so that links stay valid. If `isKind`
   * is true, the description is omitted, because it is at the top of the page.
   */
  print({ name, description, form, fields, rules, celRules, notes, usedBy }: TypeReference, isKind = false): Markup {
    const isObject = form.length === 1 && form[0] === "object";
    return html`<section class="type" id="${name}">
      <h3><a href="#${encodeURIComponent(name)}">${name}</a></h3>
      ${!isKind && description.map((text) => html`<p>${text}</p>`)}${!isObject && html`<p>${this.words(sentence(form))}</p>`}
      ${this.#facts(rules.map(sentence), celRules)}${notes.map((note) => html`<p>${this.words(note)}</p>`)}
      ${
        usedBy.length > 0 &&
        html`<p class="used">
          Used by
          ${usedBy.map(
            ({ id, name: user }, index) => html`${index === 0 ? "" : ", "}${this.words([{ type: id, name: user }])}`,
          )}
        </p>`
      }
      ${fields.length > 0 && html`<dl class="fields">${fields.map((field) => this.#field(name, field))}</dl>`}
    </section> `;
  }

  #field(type: string, field: FieldReference): Markup {
    const { name, isRequired, isDeprecated, description } = field;
    const id = `${type}.${name}`;
    return html`<div id="${id}">
      <dt>
        <a href="#${encodeURIComponent(id)}">${name}</a> <span>${this.words(field.type)}</span>${
          isRequired && html` <b>required</b>`
        }${isDeprecated && html` <b class="old">deprecated</b>`}
      </dt>
      <dd>
        ${description.map((text) => html`<p>${text}</p>`)}${this.#facts(field.facts.map(sentence), field.celRules)}
      </dd>
    </div> `;
  }

  #facts(facts: readonly Words[], celRules: readonly CELRuleReference[]): Markup | undefined {
    if (facts.length + celRules.length === 0) return undefined;
    return html`<ul>
      ${facts.map((fact) => html`<li>${this.words(fact)}</li>`)}${celRules.map(
        ({ rule, message }) => html`<li><code>${rule}</code>${message !== "" && html` – ${message}`}</li>`,
      )}
    </ul>`;
  }

  words(words: Words): Markup {
    return html`${words.map((word) => {
      if (typeof word === "string") return word;
      if ("code" in word) return html`<code>${word.code}</code>`;
      const link = this.linkOf(word.type);
      return link === undefined ? word.name : html`<a href="${link}">${word.name}</a>`;
    })}`;
  }

  /** Returns the link to a type; undefined if the reference does not contain the type. */
  linkOf(type: string): string | undefined {
    const place = this.pages.placeOf(type);
    if (place === undefined) return undefined;
    return `${place.page === this.path ? "" : linkTo(this.path, place.page, ".html")}#${encodeURIComponent(place.name)}`;
  }
}
