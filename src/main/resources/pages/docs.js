const place = document.getElementById('swagger-ui');
SwaggerUIBundle({ url: place.dataset.description, domNode: place, deepLinking: true });
