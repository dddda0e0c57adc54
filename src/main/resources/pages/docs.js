const place = document.getElementById('swagger-ui');

// What Swagger UI draws in a way that assistive technology cannot use: lists without a name, links inside of buttons
// (which put the same address into the location), examples that only a mouse can scroll, regions and ids that are not unique.
function mend() {
  for (const list of place.querySelectorAll('select:not([aria-label])')) {
    const row = list.closest('tr[data-param-name]');
    list.setAttribute('aria-label', row ? row.dataset.paramName : list.id === 'servers' ? 'Server' : 'Media type');
  }
  place.querySelectorAll('button a[href]').forEach((link) => link.removeAttribute('href'));
  place.querySelectorAll('pre:not([tabindex])').forEach((example) => example.setAttribute('tabindex', '0'));
  place.querySelectorAll('table[role=region]').forEach((table) => table.removeAttribute('role'));
  place.querySelectorAll('label[id]').forEach((label) => label.removeAttribute('id'));
}

new MutationObserver(mend).observe(place, { childList: true, subtree: true, attributes: true, attributeFilter: ['href', 'id'] });
// The schemas are folded: all of them at once take a slow machine half a minute to draw.
SwaggerUIBundle({ url: place.dataset.description, domNode: place, deepLinking: true, defaultModelsExpandDepth: 0 });
